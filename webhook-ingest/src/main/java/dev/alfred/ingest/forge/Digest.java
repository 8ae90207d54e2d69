package dev.alfred.ingest.forge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Stands for a delivery whose forge gave it no id, and for one whose id is beyond measure. */
final class Digest {
    private static final int MAX_ID = 200;

    private Digest() {}

    static String of(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The id itself where it is of a sane length. */
    static String ofId(String id) {
        return id.length() <= MAX_ID ? id : of(id.getBytes(StandardCharsets.UTF_8));
    }
}

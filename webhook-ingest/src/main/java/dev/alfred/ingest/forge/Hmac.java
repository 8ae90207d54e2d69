package dev.alfred.ingest.forge;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 over raw bytes, and comparison in constant time. */
final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    static byte[] sha256(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Whether the text is the hex of that digest; anything that is no hex is not. */
    static boolean isHexOf(String sent, byte[] digest) {
        return same(
                sent.getBytes(StandardCharsets.UTF_8),
                HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8));
    }

    static boolean isBase64Of(String sent, byte[] digest) {
        return same(sent.getBytes(StandardCharsets.UTF_8), Base64.getEncoder().encode(digest));
    }

    static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }
}

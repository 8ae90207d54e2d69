package dev.alfred.ingest.forge;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The {@code payload} field of a form-encoded webhook, byte for byte, because Gitea and Forgejo sign exactly that. */
public final class FormPayload {
    private static final String FIELD = "payload=";

    private FormPayload() {}

    /** The decoded field, or nothing where the form has none or can't be decoded. */
    public static Optional<byte[]> of(byte[] form) {
        // Latin-1 keeps each byte one character, so that the decoded bytes are the signed ones.
        String text = new String(form, StandardCharsets.ISO_8859_1);
        return Arrays.stream(text.split("&"))
                .filter(field -> field.startsWith(FIELD))
                .findFirst()
                .flatMap(field -> decoded(field.substring(FIELD.length())));
    }

    private static Optional<byte[]> decoded(String value) {
        try {
            return Optional.of(
                    URLDecoder.decode(value, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

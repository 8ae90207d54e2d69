package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads a webhook's body up to what forges send at most, and lets the rest pass without keeping it. */
final class BodyReader {
    static final int MOST_BYTES = 25 << 20;

    private BodyReader() {}

    /** The body, or nothing where it is too large; either way it has been read to its end. */
    static Optional<byte[]> read(InputStream body) {
        try {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length <= MOST_BYTES) {
                return Optional.of(bytes);
            }
            skip(body);
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a webhook's body broke off", e);
        }
    }

    /** Reads to the end: a forge that is still sending doesn't hear an answer. */
    static void skip(InputStream body) {
        try {
            body.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("a webhook's body broke off", e);
        }
    }
}

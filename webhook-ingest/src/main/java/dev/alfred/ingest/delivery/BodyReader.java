package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.io.InputStream;

/** Reads a webhook's body up to what forges send at most, and lets the rest pass without keeping it. */
final class BodyReader {
    static final int MOST_BYTES = 25 << 20;
    static final int MOST_SKIPPED = 128 << 20;

    private BodyReader() {}

    /** What came. */
    sealed interface Body {}

    record Whole(byte[] bytes) implements Body {}

    record TooLarge() implements Body {}

    /** The sender hung up. */
    record BrokenOff() implements Body {}

    /** Reads to the end, or far beyond what is taken: a forge that is still sending doesn't hear an answer. */
    static Body read(InputStream body) {
        try {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length <= MOST_BYTES) {
                return new Whole(bytes);
            }
            skip(body);
            return new TooLarge();
        } catch (IOException e) {
            return new BrokenOff();
        }
    }

    private static void skip(InputStream body) throws IOException {
        byte[] skipped = new byte[64 << 10];
        long left = MOST_SKIPPED;
        int read = 0;
        while (left > 0 && read >= 0) {
            read = body.read(skipped);
            left -= read;
        }
    }
}

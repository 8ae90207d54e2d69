package dev.alfred.contracts;

import java.nio.charset.StandardCharsets;

/** Bounds on texts that travel in messages and prompts. */
public final class Texts {
    /** The most that one text in a message, one prompt form or one agent result holds, in UTF-8 bytes. */
    public static final int MAX_BYTES = 256 * 1024;

    private static final String CUT = "\n\n[… cut by Alfred: the text was longer than %d KiB …]\n\n";

    private Texts() {}

    /** The text itself, or its beginning and end around a notice, at most {@link #MAX_BYTES} long; null stays null. */
    public static String bounded(String text) {
        return bounded(text, MAX_BYTES);
    }

    /** As {@link #bounded(String)}, with the bound given in UTF-8 bytes (at least 256). */
    public static String bounded(String text, int maxBytes) {
        if (text == null || text.length() <= maxBytes / 3 || bytes(text).length <= maxBytes) {
            return text;
        }
        String notice = CUT.formatted(maxBytes / 1024);
        byte[] all = bytes(text);
        int half = (maxBytes - bytes(notice).length) / 2;
        return new String(all, 0, characterStart(all, half), StandardCharsets.UTF_8)
                + notice
                + tail(all, all.length - half);
    }

    private static String tail(byte[] all, int from) {
        int start = from;
        while (start < all.length && isContinuation(all[start])) {
            start++;
        }
        return new String(all, start, all.length - start, StandardCharsets.UTF_8);
    }

    private static int characterStart(byte[] all, int at) {
        int start = at;
        while (start > 0 && isContinuation(all[start])) {
            start--;
        }
        return start;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.alfred.local.model.protocol;

import java.util.ArrayList;
import java.util.List;

/** A text in the portions in which a stream brings it. */
public final class Pieces {

    private static final int LENGTH = 120;

    private Pieces() {}

    /** Never through the middle of a character. */
    public static List<String> of(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(from + LENGTH, text.length());
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }
}

package dev.alfred.runner.workspace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a git command answered.
 *
 * @param stdout bounded
 * @param stderr bounded
 * @param timedOut whether it was ended for taking too long
 */
public record GitResult(int exitCode, byte[] stdout, String stderr, boolean timedOut) {
    public boolean ok() {
        return exitCode == 0 && !timedOut;
    }

    public String text() {
        return new String(stdout, StandardCharsets.UTF_8).strip();
    }

    /** The fields of {@code -z} output, one character a byte, so that file names in any encoding survive. */
    public List<String> fields() {
        return Arrays.stream(new String(stdout, StandardCharsets.ISO_8859_1).split("\0"))
                .filter(field -> !field.isEmpty())
                .toList();
    }
}

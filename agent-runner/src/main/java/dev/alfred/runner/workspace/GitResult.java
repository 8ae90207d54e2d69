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
 * @param truncated whether it said more than {@code stdout} holds
 */
public record GitResult(int exitCode, byte[] stdout, String stderr, boolean timedOut, boolean truncated) {
    private static final int NO = 1;

    public boolean ok() {
        return exitCode == 0 && !timedOut && !truncated;
    }

    /** Itself, where the command did its work to the end; nothing may be concluded from the output of another. */
    public GitResult required() {
        if (!ok()) {
            throw new GitFailed(this);
        }
        return this;
    }

    /** The answer of a command that says yes with 0 and no with 1. */
    public boolean yes() {
        return (exitCode != NO || timedOut) && required().ok();
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

package dev.alfred.mailbox.prompt.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quotes a text so that nothing in it can end the quotation: a fence longer than any run of backticks inside. */
public final class DataBlock {
    private static final int LONGEST_RUN = 64;
    private static final int SHORTEST_FENCE = 4;
    private static final Pattern RUN = Pattern.compile("`+");
    private static final Pattern LONG_RUN = Pattern.compile("`{" + (LONGEST_RUN + 1) + ",}");
    private static final Pattern LINE_ENDS = Pattern.compile("\\r\\n?|\\u2028|\\u2029|\\u0085");
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

    private DataBlock() {}

    /**
     * The text as it goes into a prompt: one kind of line end, no control characters, no run of more than 64 backticks
     * (which would only make the fence as long).
     */
    public static String clean(String text) {
        String lines = LINE_ENDS.matcher(text).replaceAll("\n");
        String printable = CONTROLS.matcher(lines).replaceAll("");
        return LONG_RUN.matcher(printable).replaceAll("`".repeat(LONGEST_RUN));
    }

    /** The cleaned text between two fences, each on a line of its own. */
    public static String fenced(String cleaned) {
        String fence = "`".repeat(Math.max(SHORTEST_FENCE, longestRun(cleaned) + 1));
        return fence + "text\n" + cleaned + (cleaned.endsWith("\n") ? "" : "\n") + fence;
    }

    /** A short name (a login, a branch) as code within a line. */
    public static String inline(String name) {
        String line = clean(name).replace('`', '\'').replaceAll("\\s+", " ").strip();
        return "`" + (line.length() > 255 ? line.substring(0, 255) : line) + "`";
    }

    private static int longestRun(String text) {
        int longest = 0;
        Matcher runs = RUN.matcher(text);
        while (runs.find()) {
            longest = Math.max(longest, runs.end() - runs.start());
        }
        return longest;
    }
}

package dev.alfred.runner.workspace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who Alfred's commits are by. */
public record CommitAuthor(String name, String address) {
    private static final CommitAuthor BOT = new CommitAuthor("Alfred", "alfred@noreply.invalid");
    private static final Pattern FORM = Pattern.compile("\\s*([^<>\\p{Cntrl}]+?)\\s*<([^<>\\s\\p{Cntrl}]+)>\\s*");

    /** From {@code Name <address>}; the bot where there is none or it can't be read. */
    public static CommitAuthor parse(String text) {
        Matcher matcher = FORM.matcher(text == null ? "" : text);
        return matcher.matches() ? new CommitAuthor(matcher.group(1), matcher.group(2)) : BOT;
    }
}

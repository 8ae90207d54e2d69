package dev.alfred.mailbox.forge.forgejo;

import java.util.Locale;

/** On Forgejo and Gitea a title makes a pull request a draft. */
final class DraftTitle {
    private static final String PREFIX = "WIP: ";
    private static final int LONGEST = 255;

    private DraftTitle() {}

    static boolean isDraft(String title) {
        String lower = title == null ? "" : title.toLowerCase(Locale.ROOT);
        return lower.startsWith("wip:") || lower.startsWith("[wip]");
    }

    /** The title with the prefix, in one line, as long as the forge takes it. */
    static String draft(String title) {
        String line = title.replaceAll("\\s+", " ").strip();
        String prefixed = isDraft(line) ? line : PREFIX + line;
        int end = prefixed.offsetByCodePoints(0, Math.min(LONGEST, prefixed.codePointCount(0, prefixed.length())));
        return prefixed.substring(0, end);
    }
}

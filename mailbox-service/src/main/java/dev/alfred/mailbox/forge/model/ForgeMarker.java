package dev.alfred.mailbox.forge.model;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The hidden marker in every text that Alfred writes to a forge. It counts only in comments by Alfred's own account:
 * anybody can write one.
 */
public final class ForgeMarker {
    /** Besides the write's own marker, in the mailbox's one living status comment. */
    public static final String STATUS = "<!-- alfred:status -->";

    private static final Pattern ANY = Pattern.compile("<!--\\s*alfred:", Pattern.CASE_INSENSITIVE);
    private static final Pattern WHOLE = Pattern.compile("<!-- alfred:[0-9a-z-]{1,64} -->\\n?");

    private ForgeMarker() {}

    /** The marker of one write. */
    public static String of(UUID write) {
        return "<!-- alfred:" + write + " -->";
    }

    /** The text as people read it, without Alfred's markers. */
    public static String without(String text) {
        return WHOLE.matcher(text).replaceAll("").strip();
    }

    /** The text with whatever looks like a marker made visible, and thereby void. */
    public static String defused(String text) {
        return ANY.matcher(text).replaceAll("&lt;!-- alfred:");
    }
}

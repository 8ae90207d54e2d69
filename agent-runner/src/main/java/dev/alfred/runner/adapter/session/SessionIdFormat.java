package dev.alfred.runner.adapter.session;

import java.util.regex.Pattern;

/** What a CLI's session ids look like. What does not look so, whoever wrote it, gets onto no command line. */
public final class SessionIdFormat {
    public static final SessionIdFormat UUID =
            new SessionIdFormat("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    public static final SessionIdFormat UUID_IN_LOWER_CASE =
            new SessionIdFormat("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final Pattern pattern;

    public SessionIdFormat(String regex) {
        this.pattern = Pattern.compile(regex);
    }

    /** Whether the text, or null, is such an id and nothing else. */
    public boolean matches(String text) {
        return text != null && pattern.matcher(text).matches();
    }

    /** The id itself. */
    public String require(String id) {
        if (!matches(id)) {
            throw new IllegalArgumentException("no session id of this CLI");
        }
        return id;
    }

    /** For patterns that an id is a part of. */
    public String regex() {
        return pattern.pattern();
    }
}

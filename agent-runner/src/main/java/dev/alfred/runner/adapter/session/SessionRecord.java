package dev.alfred.runner.adapter.session;

/**
 * What matters of one record of a session's log.
 *
 * @param id null where the record has none, or is none of the conversation's
 * @param parent the id of the record before it in the conversation, or null
 * @param session the session that it says it belongs to, or null where it names none
 * @param aside whether it belongs to a sub-agent's conversation
 * @param speaker who says something to the other side in it
 * @param prompt whether a person's (not a tool's) words begin a turn here
 */
public record SessionRecord(String id, String parent, String session, boolean aside, Speaker speaker, boolean prompt) {
    /** Who speaks in a record. A tool's output is handed over on the user's side. */
    public enum Speaker {
        USER,
        MODEL,
        NOBODY
    }

    /** A record that is none of the conversation's, of that session or of none. */
    public static SessionRecord beside(String session) {
        return new SessionRecord(null, null, session, false, Speaker.NOBODY, false);
    }

    boolean fromUser() {
        return speaker == Speaker.USER && !aside;
    }

    boolean fromModel() {
        return speaker == Speaker.MODEL && !aside;
    }
}

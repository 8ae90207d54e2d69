package dev.alfred.contracts.session;

/**
 * What an installed agent can do with sessions.
 *
 * @param resumableSessions whether this version resumes
 * @param namedSessions whether this version takes a name
 * @param sessionStatePath where it keeps them, or null when it does not resume
 */
public record LlmCapabilities(boolean resumableSessions, boolean namedSessions, SessionStatePath sessionStatePath) {
    public LlmCapabilities {
        if (resumableSessions && sessionStatePath == null) {
            throw new IllegalArgumentException("an agent that resumes has a session state path");
        }
    }
}

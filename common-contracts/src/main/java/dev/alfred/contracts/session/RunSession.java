package dev.alfred.contracts.session;

import dev.alfred.contracts.vocabulary.SessionMode;

/**
 * A run's session as other tools see it.
 *
 * @param name the branch, or null while unknown
 * @param nativeId the CLI's own id, or null
 * @param mode null until decided
 * @param reason the {@link ResumeFallback} or {@link SessionOff} value, or null when resumed
 */
public record RunSession(String name, String nativeId, SessionMode mode, String reason) {
    public static RunSession resumed(String name, String nativeId) {
        return new RunSession(name, nativeId, SessionMode.RESUMED, null);
    }

    public static RunSession fresh(String name, String nativeId, ResumeFallback reason) {
        return new RunSession(name, nativeId, SessionMode.FRESH, reason.wire());
    }

    public static RunSession off(SessionOff reason) {
        return new RunSession(null, null, SessionMode.OFF, reason.wire());
    }
}

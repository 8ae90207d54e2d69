package dev.alfred.contracts.session;

import dev.alfred.contracts.vocabulary.SessionMode;

/**
 * A run's session as other tools see it.
 *
 * @param name the branch, or null while unknown
 * @param nativeId the CLI's own id, or null
 * @param mode null until decided
 * @param reason the {@link ResumeFallback} or {@link SessionOff} value; of a resume {@link #UNPROVEN} or null
 */
public record RunSession(String name, String nativeId, SessionMode mode, String reason) {
    /** The CLI took the session that it was asked to go on with, and the attempt ended before that could be proven. */
    public static final String UNPROVEN = "unproven";

    public static RunSession resumed(String name, String nativeId) {
        return new RunSession(name, nativeId, SessionMode.RESUMED, null);
    }

    public static RunSession unproven(String name, String nativeId) {
        return new RunSession(name, nativeId, SessionMode.RESUMED, UNPROVEN);
    }

    public static RunSession fresh(String name, String nativeId, ResumeFallback reason) {
        return new RunSession(name, nativeId, SessionMode.FRESH, reason.wire());
    }

    public static RunSession off(SessionOff reason) {
        return new RunSession(null, null, SessionMode.OFF, reason.wire());
    }
}

package dev.alfred.runner.adapter.session;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.session.SessionFingerprint;

/** A CLI's sessions on disk, read as untrusted data: bounded, no link followed, and what can't be read is an answer. */
public interface SessionFiles {
    /** Whether the session can be resumed; {@code recorded} is what it looked like at its last known end, or null. */
    StateCheck check(String id, SessionFingerprint recorded);

    /** Whether what {@link #check} saw has been continued. */
    ResumeProof prove(String id, StateCheck.Sound before);

    /** What the session looks like now, if it was saved so that it can be resumed. */
    Optional<SessionFingerprint> saved(String id);

    /** The ids of all sessions of which there is anything. */
    Set<String> ids();

    /** Whether there is anything of that session. */
    default boolean exists(String id) {
        return ids().contains(id);
    }

    /** When the session's file last changed, or the distant past. Asked while the CLI is at work. */
    Instant lastChange(String id);

    /** When any session's file last changed, or the distant past. Asked while the CLI is at work. */
    default Instant lastChange() {
        return ids().stream()
                .map(this::lastChange)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    /** Whether what lies there may keep a fresh session from beginning beside it; then all of it goes. */
    default boolean hindersFresh() {
        return false;
    }

    /** Puts what the CLI has left, now that it has ended, into the form in which it is kept. */
    default void settle() {}
}

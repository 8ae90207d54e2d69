package dev.alfred.runner.adapter;

import java.time.Instant;
import java.util.Optional;

import dev.alfred.contracts.session.SessionFingerprint;

/** A CLI's sessions on disk, read as untrusted data: bounded, no link followed, and what can't be read is an answer. */
public interface SessionFiles {
    /** Whether the session can be resumed; {@code recorded} is what it looked like at its last known end, or null. */
    StateCheck check(String id, SessionFingerprint recorded);

    /** Whether what {@link #check} saw has been continued. */
    ResumeProof prove(String id, StateCheck.Sound before);

    /** What the session looks like now, if it was saved so that it can be resumed. */
    Optional<SessionFingerprint> saved(String id);

    /** Whether there is any file of that session. */
    boolean exists(String id);

    /** When the session's file last changed, or the distant past. */
    Instant lastChange(String id);
}

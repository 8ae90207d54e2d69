package dev.alfred.sessions.state.model;

import java.util.UUID;

/** The attempt that works on a state; nothing is removed under it. */
public record Pin(UUID run, int attempt) {
    /** Whether the end of that attempt ends this pin. */
    public boolean endsWith(UUID endedRun, int endedAttempt) {
        return run.equals(endedRun) && attempt <= endedAttempt;
    }
}

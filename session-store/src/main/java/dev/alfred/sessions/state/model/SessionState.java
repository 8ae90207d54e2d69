package dev.alfred.sessions.state.model;

import java.time.Instant;

/**
 * The state of one mailbox and adapter as it is known.
 *
 * @param pin null while no run works on it
 * @param removalDue whether it is to go because its mailbox closed
 * @param removedAt null while it is there
 */
public record SessionState(StateKey key, StateKind kind, Pin pin, boolean removalDue, Instant removedAt) {
    public boolean removed() {
        return removedAt != null;
    }
}

package dev.alfred.sessions.state.model;

import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Wire;

/** Why session state was removed. */
public enum RemovalCause implements Wire {
    DONE,
    CANCELLED,
    GONE,
    /** Its mailbox was closed or unknown for longer than the grace period. */
    ORPHAN,
    /** An administrator wished it. */
    OPERATOR;

    public static RemovalCause of(CloseCause cause) {
        return switch (cause) {
            case DONE -> DONE;
            case CANCELLED -> CANCELLED;
            case GONE -> GONE;
        };
    }
}

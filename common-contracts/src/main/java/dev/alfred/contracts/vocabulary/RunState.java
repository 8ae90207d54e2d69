package dev.alfred.contracts.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/** The life of a run: {@code queued → starting → running →} one of the five ends. */
public enum RunState implements Wire {
    QUEUED,
    STARTING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    TIMED_OUT,
    LOST;

    private static final Set<RunState> ACTIVE = EnumSet.of(QUEUED, STARTING, RUNNING);

    public boolean ended() {
        return !ACTIVE.contains(this);
    }
}

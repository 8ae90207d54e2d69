package dev.alfred.runner.process;

/** Why the stage itself ended a child process. */
public enum StopCause {
    TIMEOUT,
    SILENCE,
    BUDGET,
    CANCELLED,
    /** The CLI went on in another session than the one asked for. */
    SESSION_CHANGED
}

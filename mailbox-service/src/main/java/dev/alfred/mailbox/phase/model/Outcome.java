package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What a decision comes to; the reason says why. */
public enum Outcome implements Wire {
    /** A phase is due, or started. The reason is the phase. */
    START,
    WAIT,
    BLOCK,
    UNBLOCK,
    /** The run under way is told to stop. */
    STOP,
    CLOSE,
    REOPEN,
    /** Something was noted that changes nothing for people. */
    NOTE,
    IGNORE,
    /** Not decided yet: kept until what is under way has ended. */
    KEEP
}

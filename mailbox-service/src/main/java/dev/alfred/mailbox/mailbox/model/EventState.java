package dev.alfred.mailbox.mailbox.model;

import dev.alfred.contracts.vocabulary.Wire;

/** How far a mailbox event has come. */
public enum EventState implements Wire {
    /** The forge has to be asked first. */
    FACTS,
    /** Everything is known: to be decided. */
    READY,
    /** Kept until what is under way has ended. */
    KEPT,
    DECIDED
}

package dev.alfred.contracts.vocabulary;

/** Why a mailbox was closed. */
public enum CloseCause implements Wire {
    DONE,
    CANCELLED,
    GONE
}

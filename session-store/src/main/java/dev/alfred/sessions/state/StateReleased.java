package dev.alfred.sessions.state;

/** Told inside a transaction that may have made state removable: a mailbox closed, or a run on it ended. */
public record StateReleased() {}

package dev.alfred.sessions.state;

/** Told inside a transaction that leaves work to the remover: a mailbox closed, a run on it ended, or state was detached. */
public record StateReleased() {}

package dev.alfred.sessions.cleanup.model;

/** What asks for the removal of a state. */
public sealed interface RemovalTrigger {
    /** The mailbox closed. */
    record Due() implements RemovalTrigger {}

    /**
     * The sweep found no living mailbox.
     *
     * @param revision the revision at which mailbox-service called it closed, or -1 when it knows no such mailbox
     */
    record Orphaned(long revision) implements RemovalTrigger {}

    record Operator(String who) implements RemovalTrigger {}
}

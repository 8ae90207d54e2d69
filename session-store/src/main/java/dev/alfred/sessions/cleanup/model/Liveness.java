package dev.alfred.sessions.cleanup.model;

/** mailbox-service's word on a mailbox. */
public sealed interface Liveness {
    record Alive() implements Liveness {}

    record Closed(long revision) implements Liveness {}

    /** It answered, and knows no such mailbox. */
    record Unknown() implements Liveness {}

    /** It gave no answer that could be relied on. */
    record Unanswered() implements Liveness {}
}

package dev.alfred.contracts;

import java.util.List;

/** Kafka topics of Alfred. They are provisioned (six partitions, 4 MiB messages), never auto-created. */
public final class Topics {
    public static final String ISSUE_EVENTS = "alfred.issue-events";
    public static final String RUN_REQUESTS = "alfred.run-requests";
    public static final String RUN_EVENTS = "alfred.run-events";
    public static final String MAILBOX_EVENTS = "alfred.mailbox-events";
    public static final String DEAD_LETTERS = "alfred.dead-letters";

    public static final List<String> ALL =
            List.of(ISSUE_EVENTS, RUN_REQUESTS, RUN_EVENTS, MAILBOX_EVENTS, DEAD_LETTERS);

    private Topics() {}
}

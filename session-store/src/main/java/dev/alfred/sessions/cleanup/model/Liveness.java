package dev.alfred.sessions.cleanup.model;

import dev.alfred.contracts.internal.MailboxLiveness;

/** mailbox-service's word on a mailbox. */
public sealed interface Liveness {
    /** What holds where no project's settings say otherwise. */
    int RETENTION_DAYS = 90;

    record Alive() implements Liveness {}

    /** @param retentionDays for how many days after the close its rows are kept */
    record Closed(long revision, int retentionDays) implements Liveness {}

    /** It answered, and knows no such mailbox. */
    record Unknown() implements Liveness {}

    static Liveness of(MailboxLiveness known) {
        if (!known.status().closed()) {
            return new Alive();
        }
        return new Closed(known.revision(), known.retentionDays() == null ? RETENTION_DAYS : known.retentionDays());
    }
}

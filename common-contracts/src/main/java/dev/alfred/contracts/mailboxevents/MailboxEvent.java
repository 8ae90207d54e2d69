package dev.alfred.contracts.mailboxevents;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.CloseCause;

/** What happened to a mailbox. Key on the topic: the mailbox key. The revision rises with every change of the mailbox. */
public sealed interface MailboxEvent {
    MailboxKey mailbox();

    long revision();

    /** The branch name is fixed for good. */
    record Frozen(MailboxKey mailbox, long revision, UUID project, String branch, Instant frozenAt)
            implements MailboxEvent {}

    /** Closed, and no run is active any more: session state may go. */
    record Closed(MailboxKey mailbox, long revision, CloseCause cause, Instant closedAt) implements MailboxEvent {}

    record Reopened(MailboxKey mailbox, long revision, Instant reopenedAt) implements MailboxEvent {}
}

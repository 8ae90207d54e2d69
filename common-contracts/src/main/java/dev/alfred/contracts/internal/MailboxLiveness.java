package dev.alfred.contracts.internal;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.MailboxStatus;

/**
 * What mailbox-service says of one mailbox that it knows.
 *
 * @param retentionDays for how many days after its close its rows are kept, by its project's settings
 */
public record MailboxLiveness(MailboxKey mailbox, MailboxStatus status, long revision, Integer retentionDays) {}

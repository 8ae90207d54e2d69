package dev.alfred.contracts.internal;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.MailboxStatus;

/**
 * mailbox-service's answer to {@code GET /internal/mailboxes/{key}}, which the orphan sweep asks before it removes
 * state; an unknown mailbox is a 404 problem of type {@code urn:alfred:problem:unknown-mailbox}.
 */
public record MailboxLiveness(MailboxKey mailbox, MailboxStatus status, long revision) {}

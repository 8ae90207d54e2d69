package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;

import dev.alfred.mailbox.phase.model.MailboxState;

/**
 * A mailbox and when things were done to it.
 *
 * @param reason why it stands where it stands, with what holds it up right now; null where there is nothing to say
 */
public record MailboxOverview(
        MailboxState state, String reason, Instant createdAt, Instant updatedAt, Instant closedAt) {}

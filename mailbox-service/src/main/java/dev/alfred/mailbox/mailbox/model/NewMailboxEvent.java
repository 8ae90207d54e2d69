package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.Input;

/**
 * An event to be stored.
 *
 * @param subject what it is about, where the same thing told twice must count once; null else
 * @param decideAt not to be decided before then
 */
public record NewMailboxEvent(
        UUID id,
        MailboxKey mailbox,
        UUID project,
        String connection,
        UUID delivery,
        String subject,
        String actor,
        Input input,
        Set<FactNeed> needs,
        Instant occurredAt,
        Instant receivedAt,
        Instant decideAt) {}

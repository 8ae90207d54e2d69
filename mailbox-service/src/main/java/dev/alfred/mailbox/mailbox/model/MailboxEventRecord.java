package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;

/**
 * One thing that happened to a mailbox, what was found out for it and what was decided on it.
 *
 * @param position order of arrival
 * @param mailbox null where it belongs to no registered project
 * @param delivery webhook-ingest's id of the delivery that told it, or null
 * @param needs what has to be read from the forge
 * @param facts what was read, {@link Facts#NONE} until then
 * @param waitsFor why it is not decided yet, or null
 * @param run the run that it led to or is about, or null
 */
public record MailboxEventRecord(
        UUID id,
        long position,
        MailboxKey mailbox,
        String connection,
        EventKind kind,
        UUID delivery,
        String actor,
        Input input,
        EventState state,
        Set<FactNeed> needs,
        Facts facts,
        Instant factsAt,
        int attempts,
        String waitsFor,
        String outcome,
        String reason,
        UUID run,
        Instant occurredAt,
        Instant receivedAt,
        Instant decideAt,
        Instant decidedAt) {}

package dev.alfred.ingest.delivery.model;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.model.DeliveryKey;

/**
 * A stored delivery without its payload.
 *
 * @param duplicates how often it came again
 */
public record DeliveryRecord(
        UUID id,
        String connection,
        ForgeKind forge,
        DeliveryKey key,
        String event,
        String action,
        String repositoryId,
        Outcome outcome,
        String reason,
        UUID replayOf,
        int duplicates,
        Instant receivedAt) {}

package dev.alfred.messaging;

import java.time.Instant;
import java.util.UUID;

/** A parked record as operators see it; its payload stays in the database. */
public record DeadLetter(
        UUID id,
        String consumer,
        String topic,
        int partition,
        long offset,
        String key,
        String messageId,
        String type,
        UnreadableCause cause,
        String detail,
        Instant parkedAt,
        Instant replayedAt,
        int replays) {}

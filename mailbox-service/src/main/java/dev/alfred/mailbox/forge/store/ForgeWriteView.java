package dev.alfred.mailbox.forge.store;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.mailbox.forge.model.ForgeWrite;

/**
 * A write as people see it, whether it was sent or not.
 *
 * @param state {@code pending}, {@code done}, {@code refused}, {@code issue_gone}, {@code dropped} or {@code unsent}
 * @param outcome the last attempt's failure, or what came of it
 */
public record ForgeWriteView(
        UUID id,
        long position,
        UUID cause,
        String kind,
        ForgeWrite write,
        String state,
        int attempts,
        String outcome,
        Instant createdAt,
        Instant endedAt) {}

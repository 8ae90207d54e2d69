package dev.alfred.ingest.delivery.model;

import java.util.UUID;

/**
 * The answer to a webhook.
 *
 * @param delivery the delivery that was stored; of a duplicate the first one
 * @param reason why it was ignored, or null
 */
public record Stored(UUID delivery, Outcome outcome, String reason) {}

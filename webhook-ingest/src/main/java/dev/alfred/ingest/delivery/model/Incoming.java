package dev.alfred.ingest.delivery.model;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.DeliveryKey;
import dev.alfred.ingest.forge.model.Reading;

/**
 * A genuine webhook on its way into the database.
 *
 * @param headers those that may be kept
 * @param payload the JSON text, without secrets
 * @param replayOf the delivery that this one repeats by an operator's wish, or null
 */
public record Incoming(
        Arrival arrival,
        DeliveryKey key,
        Reading reading,
        boolean allowed,
        Map<String, List<String>> headers,
        byte[] payload,
        UUID replayOf) {}

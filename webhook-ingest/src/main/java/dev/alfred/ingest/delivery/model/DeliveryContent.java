package dev.alfred.ingest.delivery.model;

import java.util.List;
import java.util.Map;

/**
 * What a delivery brought.
 *
 * @param events JSON list of the events that were made of it, each with its type
 */
public record DeliveryContent(Map<String, List<String>> headers, byte[] payload, String events) {}

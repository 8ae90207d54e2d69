package dev.alfred.ingest.delivery.model;

import java.util.UUID;

/** An earlier delivery with the same key. */
public record Prior(UUID id, Outcome outcome) {}

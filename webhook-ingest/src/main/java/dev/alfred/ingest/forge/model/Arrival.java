package dev.alfred.ingest.forge.model;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** A genuine delivery's own data: its id here, the connection that it came by and when it came. */
public record Arrival(UUID delivery, String connection, ForgeKind forge, Instant receivedAt) {}

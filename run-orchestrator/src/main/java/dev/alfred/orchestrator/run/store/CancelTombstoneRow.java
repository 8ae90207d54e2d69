package dev.alfred.orchestrator.run.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code cancel_tombstone}. */
@Entity
@Table(name = "cancel_tombstone")
class CancelTombstoneRow {
    @Id
    UUID run;

    String mailbox;
    String requestedBy;
    String why;
    Instant requestedAt;
}

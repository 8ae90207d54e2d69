package dev.alfred.ingest.delivery.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

/** One row of {@code delivery}, as it is read; rows are written by plain SQL, which knows conflicts. */
@Entity
@Immutable
@Table(name = "delivery")
class DeliveryRow {
    @Id
    UUID id;

    String connection;
    String forge;

    @Column(name = "hook_id")
    String hookId;

    @Column(name = "delivery_id")
    String deliveryId;

    String event;
    String action;

    @Column(name = "repository_id")
    String repositoryId;

    String outcome;
    String reason;

    @Column(name = "replay_of")
    UUID replayOf;

    int duplicates;

    @Column(name = "received_at")
    Instant receivedAt;
}

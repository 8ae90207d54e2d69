package dev.alfred.ingest.delivery.store;

import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

/** One row of {@code delivery_payload}. */
@Entity
@Immutable
@Table(name = "delivery_payload")
class PayloadRow {
    @Id
    UUID delivery;

    String headers;
    byte[] payload;
    String events;
}

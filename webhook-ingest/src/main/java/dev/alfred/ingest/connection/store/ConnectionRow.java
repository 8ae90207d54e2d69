package dev.alfred.ingest.connection.store;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One row of {@code connection}; its secrets are sealed. */
@Entity
@Table(name = "connection")
class ConnectionRow {
    @Id
    String name;

    @Column(nullable = false)
    String forge;

    @Column(name = "base_url", nullable = false)
    String baseUrl;

    @Column(name = "sealed_secrets", nullable = false)
    byte[] sealedSecrets;

    @Column(nullable = false, columnDefinition = "text[]")
    String[] projects;

    @Column(name = "created_at", nullable = false)
    Instant createdAt;

    @Column(name = "updated_at", nullable = false)
    Instant updatedAt;
}

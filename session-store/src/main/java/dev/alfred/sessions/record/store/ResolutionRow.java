package dev.alfred.sessions.record.store;

import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** One row of {@code resolution}. */
@Entity
@Table(name = "resolution")
@IdClass(ResolutionRow.Key.class)
class ResolutionRow {
    @Id
    UUID run;

    @Id
    int attempt;

    String mailbox;
    String adapter;
    String request;
    String answer;
    Instant resolvedAt;

    /** The row's key. */
    record Key(UUID run, int attempt) implements Serializable {}
}

package dev.alfred.sessions.state.store;

import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** One row of {@code session_state}. */
@Entity
@Table(name = "session_state")
@IdClass(StateRow.Key.class)
class StateRow {
    @Id
    String mailbox;

    @Id
    String adapter;

    String kind;
    String location;
    Instant createdAt;
    UUID pinnedRun;
    Integer pinnedAttempt;
    boolean removalDue;
    Instant removedAt;
    String removalCause;
    long bytes;
    int removals;

    /** The row's key. */
    record Key(String mailbox, String adapter) implements Serializable {}
}

package dev.alfred.sessions.state.store;

import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One row of {@code session_claim}. */
@Entity
@Table(name = "session_claim")
class ClaimRow {
    @Id
    String name;

    String mailbox;
    Instant madeAt;
    boolean deletionDue;
    Instant deletedAt;
}

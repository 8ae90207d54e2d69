package dev.alfred.sessions.state.store;

import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One row of {@code mailbox_life}. */
@Entity
@Table(name = "mailbox_life")
class LifeRow {
    @Id
    String mailbox;

    long revision;
    boolean closed;
    String closeCause;
    Instant suspectedSince;
    Instant endedAt;
}

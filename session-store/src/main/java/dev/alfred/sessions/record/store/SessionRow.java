package dev.alfred.sessions.record.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One row of {@code llm_session}: an attempt and its session. The id tells the order in which they were recorded. */
@Entity
@Table(name = "llm_session")
class SessionRow {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    UUID run;
    int attempt;
    long generation;
    String mailbox;
    String adapter;
    String sessionName;
    String nativeSessionId;
    String askedSessionId;
    boolean resumed;
    String resumeFallback;
    String sessionOff;
    String provider;
    String model;
    String cliVersion;
    String fingerprint;
    String totals;
    boolean resumable;
    boolean tainted;
    boolean cliStarted;
    boolean spoke;
    boolean promptSeen;
    String outcome;
    String exitReason;
    Instant endedAt;
    Instant recordedAt;
    Instant stateRemovedAt;
}

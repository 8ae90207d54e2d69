package dev.alfred.orchestrator.run.store;

import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A row of {@code run_attempt}. */
@Entity
@Table(name = "run_attempt")
class RunAttemptRow {
    @EmbeddedId
    Id id;

    UUID freshId;
    String runner;
    String node;
    String image;
    String cliVersion;
    String provider;
    String model;
    String sessionOff;
    String resolution;
    Instant preparedAt;
    Instant startingAt;
    Instant launchedAt;
    Instant deadline;
    String runnerRef;
    long logLine;
    long logBytes;
    String nativeId;
    String fallback;
    boolean spoke;
    String usage;
    String stage;
    String reportedCommit;
    String credentialTerms;
    Instant stopSentAt;
    String exitReason;
    String detail;
    Instant endedAt;
    Instant removedAt;

    @Embeddable
    record Id(UUID run, int attempt) implements Serializable {}
}

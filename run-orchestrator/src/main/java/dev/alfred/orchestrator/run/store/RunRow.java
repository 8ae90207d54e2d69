package dev.alfred.orchestrator.run.store;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import org.hibernate.annotations.Formula;

/** A row of {@code run}. */
@Entity
@Table(name = "run")
class RunRow {
    @Id
    UUID id;

    String mailbox;
    String mailboxKind;
    UUID project;
    String organization;
    String branch;
    String phase;
    short priority;
    String adapter;
    String pool;
    int maxConcurrentRuns;
    String requestedBy;
    Instant requestedAt;
    Instant queuedAt;
    String traceParent;

    String state;
    String reason;
    Instant notBefore;
    String owner;
    long generation;
    Instant leaseUntil;
    String node;
    int attempt;
    int launches;

    String cancelRequestedBy;
    String cancelWhy;
    Instant cancelRequestedAt;

    String runner;
    String image;
    String provider;
    String model;
    String cliVersion;
    String sessionName;
    String sessionNativeId;
    String sessionMode;
    String sessionReason;
    String promptForm;
    boolean promptSeen;

    String baseCommit;
    String commitId;
    int commits;
    boolean pushed;
    String exitReason;
    String detail;
    String result;
    long inputTokens;
    long cachedInputTokens;
    long outputTokens;
    BigDecimal costUsd;
    Instant startedAt;
    Instant endedAt;

    /** By the database's clock, when these values were read. */
    @Formula("clock_timestamp()")
    Instant readAt;
}

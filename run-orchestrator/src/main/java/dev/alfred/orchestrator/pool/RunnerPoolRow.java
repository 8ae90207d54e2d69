package dev.alfred.orchestrator.pool;

import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code runner_pool}. */
@Entity
@Table(name = "runner_pool")
class RunnerPoolRow {
    @Id
    String name;

    int capacity;
    Instant updatedAt;
}

package dev.alfred.orchestrator.run.store;

import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code run_prompts}: read for a launch only. */
@Entity
@Table(name = "run_prompts")
class RunPromptsRow {
    @Id
    UUID run;

    String prompts;
}

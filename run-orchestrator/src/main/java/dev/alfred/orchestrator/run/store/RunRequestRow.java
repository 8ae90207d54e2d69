package dev.alfred.orchestrator.run.store;

import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code run_request}: the request as it came, without its prompts. */
@Entity
@Table(name = "run_request")
class RunRequestRow {
    @Id
    UUID run;

    String request;
}

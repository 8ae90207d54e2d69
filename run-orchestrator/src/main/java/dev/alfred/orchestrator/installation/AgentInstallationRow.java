package dev.alfred.orchestrator.installation;

import java.io.Serializable;
import java.time.Instant;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A row of {@code agent_installation}. */
@Entity
@Table(name = "agent_installation")
class AgentInstallationRow {
    @EmbeddedId
    Id id;

    String version;
    String path;
    Instant detectedAt;

    @Embeddable
    record Id(String runner, String image, String adapter) implements Serializable {}
}

package dev.alfred.ingest.connection.model;

import java.time.Instant;
import java.util.List;

import dev.alfred.contracts.vocabulary.ForgeKind;

/**
 * A forge as webhook-ingest knows it.
 *
 * @param baseUrl the forge's web address, without a trailing slash
 * @param secrets in the clear, the current one first; several while one is being replaced
 * @param projects numeric repository ids, or {@code *} for all
 */
public record Connection(
        String name,
        ForgeKind forge,
        String baseUrl,
        List<String> secrets,
        List<String> projects,
        Instant createdAt,
        Instant updatedAt) {
    public static final String ALL_PROJECTS = "*";

    public Connection {
        secrets = List.copyOf(secrets);
        projects = List.copyOf(projects);
    }

    /** Whether this connection's webhooks may tell of that repository. */
    public boolean speaksFor(String repositoryId) {
        return projects.contains(ALL_PROJECTS) || projects.contains(repositoryId);
    }

    @Override
    public String toString() {
        return "Connection[name=" + name + ", forge=" + forge + "]";
    }
}

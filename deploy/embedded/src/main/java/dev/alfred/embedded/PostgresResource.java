package dev.alfred.embedded;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/**
 * Gives a {@code @QuarkusTest} a service's own schema in the JVM's shared PostgreSQL, as that service's role. Argument
 * {@code schema}: {@code ingest}, {@code mailbox}, {@code orchestrator} or {@code session}.
 */
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {

    private ServiceDatabase database;

    @Override
    public void init(Map<String, String> arguments) {
        database = ServiceDatabase.ofSchema(arguments.get("schema"));
    }

    @Override
    public Map<String, String> start() {
        return Map.of(
                "quarkus.datasource.jdbc.url", OnePerJvm.ask("database"),
                "quarkus.datasource.username", database.role(),
                "quarkus.datasource.password", OnePerJvm.PASSWORD);
    }

    @Override
    public void stop() {
        // The database is shared and ends with the JVM.
    }
}

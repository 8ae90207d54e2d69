package dev.alfred.orchestrator;

import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Lets a migration make an index while other instances write (docs/adr/0049): Flyway's lock is the session's, as an open
 * transaction is what {@code CREATE INDEX CONCURRENTLY} waits for.
 */
@ApplicationScoped
public class MigrationsBesideTraffic implements FlywayConfigurationCustomizer {
    public static final Map<String, String> SETTINGS = Map.of("flyway.postgresql.transactional.lock", "false");

    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.configuration(SETTINGS);
    }
}

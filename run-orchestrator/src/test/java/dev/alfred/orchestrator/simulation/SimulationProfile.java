package dev.alfred.orchestrator.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;

/** The service with a real database whose clock a test sets, and with nothing that acts by itself. */
public final class SimulationProfile implements QuarkusTestProfile {
    static final String POOL = "simulated";

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(SimulatedCluster.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(
                new TestResourceEntry(PostgresResource.class, Map.of("schema", "orchestrator")),
                new TestResourceEntry(KafkaResource.class));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.ofEntries(
                Map.entry("quarkus.scheduler.enabled", "false"),
                Map.entry(
                        "quarkus.arc.exclude-types",
                        "dev.alfred.orchestrator.lease.RunLoop,dev.alfred.orchestrator.run.RunRequestConsumer"),
                Map.entry("mp.messaging.incoming.run-requests.enabled", "false"),
                // What the schema has of its own comes before what the database has, clock_timestamp() too.
                Map.entry("quarkus.datasource.jdbc.new-connection-sql", "SET search_path TO orchestrator, pg_catalog"),
                Map.entry("quarkus.log.category.\"dev.alfred\".level", "WARN"),
                Map.entry("alfred.orchestrator.pools." + POOL + ".runner", "kubernetes"),
                Map.entry("alfred.orchestrator.pools." + POOL + ".capacity", "3"),
                Map.entry("alfred.orchestrator.attempts.pause", "PT10S"),
                Map.entry("alfred.orchestrator.attempts.longest-pause", "PT60S"),
                Map.entry("alfred.orchestrator.providers.anthropic.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.anthropic.base-url", "http://127.0.0.1:8086"));
    }
}

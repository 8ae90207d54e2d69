package dev.alfred.orchestrator.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.embedded.PostgresResource;
import dev.alfred.orchestrator.SimulatedNode;
import io.quarkus.test.junit.QuarkusTestProfile;

/** The service with a real database whose clock a test sets, and with nothing that acts by itself. */
public final class SimulationProfile implements QuarkusTestProfile {
    static final String PODS = "simulated-pods";
    static final String MACHINES = "simulated-machines";
    static final int MOST_PODS = 2;
    static final int MOST_ON_MACHINES = 1;
    static final Map<String, Integer> CAPACITY = Map.of(PODS, MOST_PODS, MACHINES, MOST_ON_MACHINES);

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(SimulatedCluster.class, SimulatedMachines.class, SimulatedNode.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class, Map.of("schema", "orchestrator")));
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
                // By the console, not by the category: a category's level stays with the JVM, and others' tests read
                // warnings.
                Map.entry("quarkus.log.console.level", "ERROR"),
                Map.entry("quarkus.datasource.jdbc.max-size", "4"),
                Map.entry("kafka.bootstrap.servers", "127.0.0.1:9"),
                Map.entry("alfred.messaging.relay.enabled", "false"),
                // A step is held up and dies on its own.
                Map.entry("alfred.orchestrator.work.together", "1"),
                Map.entry("alfred.orchestrator.pools." + PODS + ".runner", "kubernetes"),
                Map.entry("alfred.orchestrator.pools." + MACHINES + ".runner", "sandbox"),
                Map.entry("alfred.orchestrator.attempts.deadline-grace", "PT2M"),
                Map.entry("alfred.orchestrator.attempts.pause", "PT10S"),
                Map.entry("alfred.orchestrator.attempts.longest-pause", "PT60S"),
                Map.entry("alfred.orchestrator.providers.anthropic.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.anthropic.base-url", "http://127.0.0.1:8086"));
    }
}

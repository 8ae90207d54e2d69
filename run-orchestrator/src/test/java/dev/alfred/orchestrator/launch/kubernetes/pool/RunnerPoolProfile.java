package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.orchestrator.FakeKubernetesLauncher;
import dev.alfred.orchestrator.OrchestratorProfile;
import io.quarkus.test.junit.QuarkusTestProfile;

/** The service beside a real API server, pods in memory. It looks for runs to claim only when it is told of something. */
public final class RunnerPoolProfile implements QuarkusTestProfile {
    private final OrchestratorProfile usual = new OrchestratorProfile();

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        Set<Class<?>> alternatives = new HashSet<>(usual.getEnabledAlternatives());
        alternatives.add(FakeKubernetesLauncher.class);
        return alternatives;
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return Stream.concat(usual.testResources().stream(), Stream.of(new TestResourceEntry(ApiServerResource.class)))
                .toList();
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(usual.getConfigOverrides());
        settings.put("alfred.orchestrator.work.claim", "PT1H");
        settings.put("alfred.orchestrator.kubernetes.pools.status", "PT1S");
        return settings;
    }
}

package dev.alfred.orchestrator.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.launch.sandbox.SandboxConfig;
import dev.alfred.orchestrator.launch.sandbox.SandboxLauncher;
import io.quarkus.arc.ClientProxy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(LaunchersTest.HostAllowed.class)
class LaunchersTest {
    /** The real launchers, with the settings that an installation on one machine has. */
    public static final class HostAllowed implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return new OrchestratorProfile().testResources();
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(new OrchestratorProfile().getConfigOverrides());
            settings.put("alfred.orchestrator.host.enabled", "true");
            settings.put("alfred.orchestrator.sandbox.directory", "target/attempts");
            settings.put("alfred.orchestrator.sandbox.agent-runner", "target/nowhere");
            settings.put("alfred.orchestrator.sandbox.java-home", System.getProperty("java.home"));
            settings.put("alfred.orchestrator.sandbox.agents", "target/agents");
            return settings;
        }
    }

    @Inject
    Launchers launchers;

    @Inject
    SandboxConfig sandbox;

    @Test
    void sandboxIsThereByItselfHostWhereAllowedAndKubernetesWhereEnabled() {
        assertThat(launchers.kinds()).containsExactlyInAnyOrder(RunnerKind.SANDBOX, RunnerKind.HOST);
        assertThat(launchers.of(RunnerKind.KUBERNETES)).isEmpty();
        assertThat(launchers.of(RunnerKind.SANDBOX))
                .hasValueSatisfying(
                        launcher -> assertThat(ClientProxy.unwrap(launcher)).isInstanceOf(SandboxLauncher.class));
    }

    @Test
    void itsSettingsAreReadBesideTheServicesOwn() {
        assertThat(sandbox.directory()).hasToString("target/attempts");
        assertThat(sandbox.workerUid()).isEqualTo(10001);
    }
}

package dev.alfred.orchestrator;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Typed;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.launch.RunnerLauncher;

/** The same in place of pods. */
@Alternative
@ApplicationScoped
@Typed({FakeKubernetesLauncher.class, RunnerLauncher.class})
public class FakeKubernetesLauncher extends FakeLauncher {
    @Override
    public RunnerKind kind() {
        return RunnerKind.KUBERNETES;
    }
}

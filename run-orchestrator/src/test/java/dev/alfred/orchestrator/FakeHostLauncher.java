package dev.alfred.orchestrator;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Typed;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.launch.RunnerLauncher;

/** The same in place of plain processes on the host. */
@Alternative
@ApplicationScoped
@Typed({FakeHostLauncher.class, RunnerLauncher.class})
public class FakeHostLauncher extends FakeLauncher {
    @Override
    public RunnerKind kind() {
        return RunnerKind.HOST;
    }
}

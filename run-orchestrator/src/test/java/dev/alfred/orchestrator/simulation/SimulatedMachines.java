package dev.alfred.orchestrator.simulation;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Typed;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;

/** Runners of machines, in place of {@code SandboxLauncher}'s: only who is on its machine reaches one. */
@Alternative
@ApplicationScoped
@Typed({SimulatedMachines.class, RunnerLauncher.class})
public class SimulatedMachines extends SimulatedCluster {
    private final ThisNode node;

    SimulatedMachines(ThisNode node) {
        this.node = node;
    }

    @Override
    String node() {
        return node.name();
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.SANDBOX;
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        return runner.node().equals(node())
                ? super.observe(runner, fromLine)
                : new Observation.Unreachable("it runs on " + runner.node());
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        super.stop(mine(runner), grace);
    }

    @Override
    public void remove(RunnerRef runner) {
        super.remove(mine(runner));
    }

    private RunnerRef mine(RunnerRef runner) {
        if (!runner.node().equals(node())) {
            throw new IllegalArgumentException(runner + " is not on " + node());
        }
        return runner;
    }
}

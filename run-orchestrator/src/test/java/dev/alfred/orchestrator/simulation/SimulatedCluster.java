package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Typed;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;

/** Pods in memory, in place of {@code KubernetesLauncher}'s: every instance reaches each of them. */
@Alternative
@ApplicationScoped
@Typed({SimulatedCluster.class, RunnerLauncher.class})
public class SimulatedCluster implements RunnerLauncher {
    private SimulatedRunners runners;

    void begin(SimulatedRunners fresh) {
        runners = fresh;
    }

    SimulatedRunners runners() {
        return runners;
    }

    String node() {
        return "alfred";
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.KUBERNETES;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return new RunnerRef(run, attempt, kind(), node(), "run-%s-%d".formatted(run, attempt));
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        return runners.launch(reference(order.spec().run(), order.spec().attempt()), order, wanted);
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        return runners.observe(runner, fromLine);
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        runners.stop(runner, grace);
    }

    @Override
    public Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        return new Renewal.NotNeeded();
    }

    @Override
    public void remove(RunnerRef runner) {
        runners.remove(runner);
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        runners.removeLeftovers(kind(), node(), present);
    }

    @Override
    public Detection detect(String image, String pool) {
        return new Detection.Failed("nothing is looked for here");
    }
}

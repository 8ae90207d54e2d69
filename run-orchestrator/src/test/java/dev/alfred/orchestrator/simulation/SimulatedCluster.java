package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;

/**
 * Pods as {@code KubernetesLauncher} makes them, in memory: a pod first, which waits for its Secrets, then these. In each
 * call time passes, before and after it takes effect.
 */
@Alternative
@ApplicationScoped
public class SimulatedCluster implements RunnerLauncher {
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private Runnable passing = () -> {};

    /** One pod; another of the same name is another pod. */
    static final class Pod {
        final RunnerRef ref;
        final LaunchOrder order;
        final FakeLauncher.Runner runner;
        boolean started;
        boolean unreachable;
        boolean reported;
        boolean pushed;

        Pod(RunnerRef ref, LaunchOrder order) {
            this.ref = ref;
            this.order = order;
            this.runner = new FakeLauncher.Runner(ref);
        }

        String mailbox() {
            return order.spec().mailbox().value();
        }

        /** Whether anything in it can act. */
        boolean acts() {
            return started && !runner.over();
        }

        @Override
        public String toString() {
            return ref.handle();
        }
    }

    void begin(Runnable time) {
        pods.clear();
        passing = time;
    }

    List<Pod> pods() {
        return List.copyOf(pods.values());
    }

    /** Somebody deletes it. */
    void delete(Pod pod) {
        pods.remove(pod.ref.handle(), pod);
        pod.runner.vanishes();
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.KUBERNETES;
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        passing.run();
        String name = "run-%s-%d".formatted(order.spec().run(), order.spec().attempt());
        RunnerRef ref = new RunnerRef(order.spec().run(), order.spec().attempt(), kind(), "alfred", name);
        boolean made = pods.putIfAbsent(name, new Pod(ref, order)) == null;
        Optional<Pod> pod = Optional.ofNullable(pods.get(name));
        passing.run();
        if (pod.isEmpty()) {
            return new LaunchOutcome.Unreachable("the pod was removed while it was looked for");
        }
        if (!wanted.ask()) {
            pod.filter(present -> made).ifPresent(this::delete);
            return new LaunchOutcome.NotWanted();
        }
        passing.run();
        // Secrets belong to this very pod: where it is gone by now they are nobody's.
        pod.filter(present -> pods.get(name) == present).ifPresent(present -> present.started = true);
        passing.run();
        return made ? new LaunchOutcome.Launched(ref) : new LaunchOutcome.AlreadyRunning(ref);
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        passing.run();
        Pod pod = pods.get(runner.handle());
        Observation seen = pod == null
                ? new Observation.Gone("the pod is not there")
                : pod.unreachable
                        ? new Observation.Unreachable("its node does not answer")
                        : pod.started
                                ? pod.runner.observe(fromLine)
                                : Observation.Starting.soon(Observation.LogLines.none(fromLine));
        passing.run();
        return seen;
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        passing.run();
        Optional.ofNullable(pods.get(runner.handle())).ifPresent(pod -> pod.runner.stop());
        passing.run();
    }

    @Override
    public void renew(RunnerRef runner, Stage stage, GitCredential credential) {
        // Tokens are for ever here.
    }

    @Override
    public void remove(RunnerRef runner) {
        passing.run();
        Optional.ofNullable(pods.get(runner.handle())).ifPresent(this::delete);
        passing.run();
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        // As KubernetesLauncher: nothing of a launch lies beside its pod.
    }

    @Override
    public Detection detect(String image) {
        return new Detection.Failed("nothing is looked for here");
    }
}

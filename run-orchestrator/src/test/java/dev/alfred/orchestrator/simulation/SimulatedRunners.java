package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.session.SimulatedSessionStore;

/**
 * All runners of a schedule, pods and those of machines, as their launchers make them: a place first, which can do nothing,
 * and then what it needs to begin. In each call time passes, before and after it takes effect, and it or its answer may be
 * lost.
 */
final class SimulatedRunners {
    /** How long a place may stay without what it needs: a pod is given up then, a machine gives its runner up itself. */
    private static final Duration PATIENCE_WITH_PODS = Duration.ofMinutes(10);

    private static final Duration PATIENCE_OF_MACHINES = Duration.ofSeconds(90);

    private final SimulatedSessionStore.Network network;
    private final Onlooker onlooker;
    private final Mutation mutation;
    private final Map<String, Pod> pods = new LinkedHashMap<>();

    /** Who sees what is done with runners, and when. */
    interface Onlooker {
        /** The launchers' own time. */
        Instant now();

        /** Whether whoever acts has that attempt to launch. */
        boolean mineToLaunch(RunnerRef ref);

        /** @param mine whether the attempt was still the caller's to launch when it asked */
        void launches(RunnerRef ref, boolean mine);

        /** The runner is told to end. */
        void stops(Pod pod);
    }

    /** One pod, or a machine's runner; another of the same name is another one. */
    static final class Pod {
        final RunnerRef ref;
        final LaunchOrder order;
        final FakeLauncher.Runner runner;
        final Instant made;
        boolean started;
        boolean unreachable;
        boolean begun;
        boolean reported;
        boolean pushed;

        Pod(RunnerRef ref, LaunchOrder order, Instant made) {
            this.ref = ref;
            this.order = order;
            this.made = made;
            this.runner = new FakeLauncher.Runner(ref);
        }

        RunnerLauncher.AttemptKey key() {
            return new RunnerLauncher.AttemptKey(ref.run(), ref.attempt());
        }

        String mailbox() {
            return order.spec().mailbox().value();
        }

        boolean onMachine() {
            return ref.kind() != RunnerKind.KUBERNETES;
        }

        /** Whether it has been a mere place for so long that nobody needs to wait for it. */
        boolean forsaken(Instant now) {
            return !started
                    && made.plus(onMachine() ? PATIENCE_OF_MACHINES : PATIENCE_WITH_PODS)
                            .isBefore(now);
        }

        /** Whether anything in it can act. */
        boolean acts() {
            return started && !runner.over();
        }
    }

    SimulatedRunners(SimulatedSessionStore.Network network, Onlooker onlooker, Mutation mutation) {
        this.network = network;
        this.onlooker = onlooker;
        this.mutation = mutation;
    }

    List<Pod> all() {
        return List.copyOf(pods.values());
    }

    List<Pod> atWork() {
        return pods.values().stream().filter(Pod::acts).toList();
    }

    /** Somebody deletes it. */
    void delete(Pod pod) {
        pods.remove(place(pod.ref), pod);
        pod.runner.vanishes();
    }

    private static String place(RunnerRef ref) {
        return ref.node() + "/" + ref.handle();
    }

    private Optional<Pod> at(RunnerRef ref) {
        return Optional.ofNullable(pods.get(place(ref)));
    }

    LaunchOutcome launch(RunnerRef ref, LaunchOrder order, RunnerLauncher.StillWanted wanted) {
        network.passes();
        if (network.loses("a launch")) {
            return new LaunchOutcome.Unreachable("the launch did not come through");
        }
        boolean made = pods.putIfAbsent(place(ref), new Pod(ref, order, onlooker.now())) == null;
        Optional<Pod> pod = at(ref);
        network.passes();
        if (network.loses("the answer to a launch that took a place")) {
            return new LaunchOutcome.Unreachable("no answer");
        }
        boolean mine = onlooker.mineToLaunch(ref);
        if (mutation != Mutation.LAUNCHES_BLINDLY && !wanted.ask()) {
            pod.filter(present -> made).ifPresent(this::delete);
            return new LaunchOutcome.NotWanted();
        }
        onlooker.launches(ref, mine);
        network.passes();
        // What it needs belongs to this very place: where that is gone by now it is nobody's.
        pod.filter(present -> at(ref).equals(Optional.of(present))).ifPresent(present -> present.started = true);
        network.passes();
        if (network.loses("the answer to a launch that got through")) {
            return new LaunchOutcome.Unreachable("no answer");
        }
        return made ? new LaunchOutcome.Launched(ref) : new LaunchOutcome.AlreadyRunning(ref);
    }

    Observation observe(RunnerRef ref, long fromLine) {
        network.passes();
        Observation seen = network.loses("a look at a runner") ? outOfReach() : seen(ref, fromLine);
        network.passes();
        return seen;
    }

    private Observation seen(RunnerRef ref, long fromLine) {
        Optional<Pod> pod = at(ref);
        if (pod.isEmpty()) {
            return new Observation.Gone("it is not there");
        }
        if (pod.get().unreachable) {
            return outOfReach();
        }
        boolean forsaken = pod.get().forsaken(onlooker.now());
        if (forsaken && pod.get().onMachine()) {
            pod.get().runner.dies(ExitReason.RUNNER_LOST);
        }
        return pod.get().started || pod.get().runner.over()
                ? pod.get().runner.observe(fromLine)
                : new Observation.Starting(null, null, forsaken, Observation.LogLines.none(fromLine));
    }

    private static Observation outOfReach() {
        return new Observation.Unreachable("it does not answer");
    }

    void stop(RunnerRef ref, Duration grace) {
        network.passes();
        lost("the order to stop");
        at(ref).ifPresent(pod -> {
            onlooker.stops(pod);
            if (pod.started) {
                pod.runner.stop();
            } else {
                pod.runner.dies(ExitReason.CANCELLED);
            }
        });
        network.passes();
        lost("the answer to the order to stop");
    }

    void remove(RunnerRef ref) {
        network.passes();
        lost("a removal");
        at(ref).ifPresent(this::delete);
        network.passes();
        lost("the answer to a removal");
    }

    /** What lies in this launcher's reach and is no present attempt's. */
    void removeLeftovers(RunnerKind kind, String node, RunnerLauncher.PresentAttempts present) {
        List<Pod> found = pods.values().stream()
                .filter(pod -> pod.ref.kind() == kind && pod.ref.node().equals(node))
                .toList();
        Set<RunnerLauncher.AttemptKey> theirs =
                present.among(found.stream().map(Pod::key).toList());
        found.stream().filter(pod -> !theirs.contains(pod.key())).forEach(this::delete);
    }

    private void lost(String what) {
        if (network.loses(what)) {
            throw new SimulatedTransactions.Outage(what + " is lost");
        }
    }
}

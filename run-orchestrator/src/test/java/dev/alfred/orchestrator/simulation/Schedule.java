package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.RunSteps;
import dev.alfred.orchestrator.StageScript;
import dev.alfred.orchestrator.forge.SimulatedForge;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.model.Run;

/**
 * One course of events among orchestrators, their runs and pods, all of it drawn by a seed: who acts next, where an
 * orchestrator pauses in the middle of a step while others go on, where it dies, when a lease runs out, what becomes of a
 * pod. At its end everybody is well again, and each run must come to one end.
 */
final class Schedule {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int INSTANCES = 3;
    private static final int MAILBOXES = 3;
    private static final int RUNS = 5;
    private static final int STEPS = 60;
    private static final int ROUNDS = 300;
    private static final int DEEPEST = 3;
    private static final int A_MOMENT = 8;
    private static final int A_LONG_TIME = 80;

    private final long seed;
    private final Random random;
    private final Orchestration real;
    private final SimulatedDatabase database;
    private final SimulatedCluster cluster;
    private final SimulatedForge forge = new SimulatedForge();
    private final List<Instance> instances = new ArrayList<>();
    private final Map<UUID, RunRequested> requested = new LinkedHashMap<>();
    private final List<String> told = new ArrayList<>();
    private final UUID project = UUID.randomUUID();
    private final Set<String> pushed = new HashSet<>();
    private Instance acting;
    private int born;
    private int depth;
    private boolean calm;

    /** The real code under test. */
    interface Orchestration {
        List<RunClaims.Claim> claim(String instance, Duration lease);

        List<RunClaims.Claim> reclaim(String instance, Duration lease);

        void renew(String instance, Duration lease);

        List<RunClaims.Claim> held(String instance);

        void step(RunClaims.Claim claim);

        void failed(RunClaims.Claim claim);

        void sweep();

        void request(RunRequested request);

        void cancel(RunCancelRequested cancel);
    }

    /** An orchestrator process, from its start to its death. */
    private static final class Instance {
        final String name;
        final Set<Run.Held> inHand = new HashSet<>();
        boolean dead;

        Instance(String name) {
            this.name = name;
        }
    }

    /** The process ends here and now. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1;

        private final transient Instance of;

        Death(Instance of) {
            super(of.name, null, false, false);
            this.of = of;
        }
    }

    /** What must never be was. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1;

        Violation(String what) {
            super(what);
        }
    }

    Schedule(long seed, Orchestration real, SimulatedDatabase database, SimulatedCluster cluster) {
        this.seed = seed;
        this.random = new Random(seed);
        this.real = real;
        this.database = database;
        this.cluster = cluster;
    }

    SimulatedForge forge() {
        return forge;
    }

    /** Every event so far, one a line. */
    List<String> told() {
        return told;
    }

    void run() {
        cluster.begin(this::timePasses);
        database.clear();
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(new Instance("instance-" + ++born));
        }
        for (int step = 0; step < STEPS; step++) {
            something();
        }
        settle();
        judge();
    }

    /** In the middle of somebody's step: others act, or it dies. */
    void timePasses() {
        if (calm || acting == null || depth >= DEEPEST) {
            return;
        }
        int drawn = random.nextInt(100);
        if (drawn < 3) {
            acting.dead = true;
            tell("%s dies in the middle of its step", acting.name);
            throw new Death(acting);
        }
        if (drawn < 20) {
            Instance paused = acting;
            tell("%s pauses", paused.name);
            depth++;
            try {
                int others = 1 + random.nextInt(random.nextInt(8) == 0 ? A_LONG_TIME : A_MOMENT);
                for (int i = 0; i < others; i++) {
                    something();
                }
            } finally {
                depth--;
                acting = paused;
            }
            tell("%s goes on", paused.name);
        }
    }

    private void something() {
        int drawn = random.nextInt(100);
        if (drawn < 12) {
            request();
        } else if (drawn < 15) {
            cancel();
        } else if (drawn < 30) {
            clock();
        } else if (drawn < 55) {
            pod();
        } else if (drawn < 58) {
            misfortune();
        } else {
            orchestrator();
        }
    }

    private void request() {
        if (requested.size() >= RUNS) {
            return;
        }
        RunRequested request = ARunRequest.aRun()
                .inProject(project)
                .inMailbox(1 + random.nextInt(MAILBOXES))
                .of(random.nextBoolean() ? Phase.DEVELOPMENT : Phase.ANALYSIS)
                .withoutSessions()
                .inPool(SimulationProfile.POOL)
                .requestedAt(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(requested.size()))
                .build();
        requested.put(request.run(), request);
        tell(
                "%s is asked for in %s, %s",
                name(request.run()), request.mailbox().value(), request.phase().wire());
        real.request(request);
    }

    private void cancel() {
        if (requested.isEmpty()) {
            return;
        }
        RunRequested request = drawn(List.copyOf(requested.values()));
        tell("%s is cancelled", name(request.run()));
        real.cancel(new RunCancelRequested(request.run(), request.mailbox(), "ada", "drawn", Instant.now()));
    }

    private void clock() {
        Duration by = Duration.ofSeconds(1 + random.nextInt(90));
        tell("%d s pass", by.toSeconds());
        database.goesOn(by);
    }

    private void orchestrator() {
        List<Instance> free = instances.stream()
                .filter(instance -> instance != acting || depth == 0)
                .toList();
        Instance instance = drawn(free);
        Instance before = acting;
        acting = instance;
        try {
            act(instance, random.nextInt(10));
        } catch (Death death) {
            if (death.of != instance) {
                throw death;
            }
            buried(instance);
        } finally {
            acting = before;
        }
    }

    private void buried(Instance instance) {
        instances.remove(instance);
        instances.add(new Instance("instance-" + ++born));
    }

    private void act(Instance instance, int drawn) {
        if (drawn < 2) {
            tell("%s claims", instance.name);
            real.claim(instance.name, LEASE);
        } else if (drawn < 4) {
            tell("%s renews and reclaims", instance.name);
            real.renew(instance.name, LEASE);
            real.reclaim(instance.name, LEASE);
        } else if (drawn < 5) {
            real.sweep();
        } else {
            List<RunClaims.Claim> held = held(instance);
            if (!held.isEmpty()) {
                step(instance, drawn(held));
            }
        }
    }

    private List<RunClaims.Claim> held(Instance instance) {
        List<UUID> order = List.copyOf(requested.keySet());
        return real.held(instance.name).stream()
                .filter(claim -> !instance.inHand.contains(claim.held()))
                .sorted(Comparator.comparing(claim -> order.indexOf(claim.held().run())))
                .toList();
    }

    private void step(Instance instance, RunClaims.Claim claim) {
        tell(
                "%s takes a step with %s, %s, generation %d",
                instance.name,
                name(claim.held().run()),
                claim.state().wire(),
                claim.held().generation());
        instance.inHand.add(claim.held());
        try {
            real.step(claim);
        } catch (RuntimeException e) {
            tell("%s fails with %s: %s", instance.name, name(claim.held().run()), e);
            real.failed(claim);
        } finally {
            instance.inHand.remove(claim.held());
        }
    }

    /** A pod's next step. */
    private void pod() {
        List<SimulatedCluster.Pod> acting =
                cluster.pods().stream().filter(SimulatedCluster.Pod::acts).toList();
        if (!acting.isEmpty()) {
            goesOn(drawn(acting));
        }
    }

    private void goesOn(SimulatedCluster.Pod pod) {
        alone(pod);
        Stage stage = pod.runner.stage();
        tell("%s: %s", name(pod), stage.wire());
        switch (stage) {
            case PREPARE -> pod.runner.ends(RunSteps.prepared());
            case RUN -> {
                pod.runner.prints(new RunnerLine.Text("working"));
                pod.runner.ends(RunSteps.ran("5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22", false, null));
            }
            case PUBLISH -> publish(pod);
        }
    }

    /** It reports the commit, pushes it, and ends: a step each. */
    private void publish(SimulatedCluster.Pod pod) {
        boolean writes = pod.order.spec().phase().writes();
        StageResult.Published published = writes
                ? new StageResult.Published(ExitReason.NONE, null, commit(pod), 1, true)
                : RunSteps.published(false);
        if (!pod.reported) {
            StageScript.of(published).lines().forEach(pod.runner::prints);
            pod.reported = true;
        } else if (writes && !pod.pushed) {
            Optional<Integer> present = database.presentAttempt(pod.ref.run());
            if (!present.equals(Optional.of(pod.ref.attempt()))) {
                throw violation("%s pushes, though %s is at attempt %s", name(pod), name(pod.ref.run()), present);
            }
            forge.push(pod.order.spec().repository().branch(), commit(pod));
            pushed.add(commit(pod));
            pod.pushed = true;
            tell("%s has pushed", name(pod));
        } else {
            pod.runner.endsWithoutResult(published);
        }
    }

    private static String commit(SimulatedCluster.Pod pod) {
        return "%s%02d".formatted(pod.ref.run().toString().replace("-", ""), pod.ref.attempt());
    }

    /** Of two pods of a mailbox that can act one would undo the other's work. */
    private void alone(SimulatedCluster.Pod pod) {
        List<SimulatedCluster.Pod> both = cluster.pods().stream()
                .filter(SimulatedCluster.Pod::acts)
                .filter(other -> other.mailbox().equals(pod.mailbox()))
                .toList();
        if (both.size() > 1) {
            throw violation(
                    "two runners of %s are at work at once: %s",
                    pod.mailbox(), both.stream().map(this::name).toList());
        }
    }

    private void misfortune() {
        List<SimulatedCluster.Pod> pods = cluster.pods();
        if (pods.isEmpty()) {
            return;
        }
        SimulatedCluster.Pod pod = drawn(pods);
        switch (random.nextInt(4)) {
            case 0 -> {
                tell("%s is deleted by somebody", name(pod));
                cluster.delete(pod);
            }
            case 1 -> {
                tell("%s is evicted", name(pod));
                pod.runner.dies(ExitReason.RUNNER_EVICTED);
            }
            case 2 -> {
                tell("%s has no memory left", name(pod));
                pod.runner.dies(ExitReason.OUT_OF_MEMORY);
            }
            default -> {
                pod.unreachable = !pod.unreachable;
                tell("%s is %s", name(pod), pod.unreachable ? "out of reach" : "in reach again");
            }
        }
    }

    /** From here on nothing goes wrong, and all that was begun comes to its end. */
    private void settle() {
        tell("all is well from here on");
        calm = true;
        for (SimulatedCluster.Pod pod : cluster.pods()) {
            pod.unreachable = false;
        }
        for (int round = 0; round < ROUNDS && !ended(); round++) {
            database.goesOn(Duration.ofSeconds(20));
            for (Instance instance : List.copyOf(instances)) {
                real.renew(instance.name, LEASE);
                real.reclaim(instance.name, LEASE);
                real.claim(instance.name, LEASE);
                for (RunClaims.Claim claim : held(instance)) {
                    step(instance, claim);
                }
            }
            for (SimulatedCluster.Pod pod : cluster.pods()) {
                if (pod.acts()) {
                    goesOn(pod);
                }
            }
        }
        real.sweep();
    }

    private boolean ended() {
        return requested.keySet().stream()
                .allMatch(run -> RunState.valueOf(
                                database.state(run).orElse("queued").toUpperCase(java.util.Locale.ROOT))
                        .ended());
    }

    private void judge() {
        for (RunRequested request : requested.values()) {
            UUID run = request.run();
            String state = database.state(run).orElseThrow(() -> violation("%s is not known", name(run)));
            if (database.ends(run) != 1) {
                throw violation("%s is %s and has ended %d times", name(run), state, database.ends(run));
            }
            if (database.launches(run) > request.settings().maxAttempts()) {
                throw violation("%s was launched %d times", name(run), database.launches(run));
            }
            if (state.equals(RunState.SUCCEEDED.wire()) && request.phase().writes()) {
                String commit = database.commit(run).orElseThrow();
                if (!pushed.contains(commit)) {
                    throw violation("%s has succeeded with %s, which nobody pushed", name(run), commit);
                }
            }
        }
        if (!cluster.pods().isEmpty()) {
            throw violation(
                    "left behind: %s", cluster.pods().stream().map(this::name).toList());
        }
    }

    private Violation violation(String what, Object... values) {
        return new Violation(
                "seed %d: %s%n%s".formatted(seed, what.formatted(values), String.join(System.lineSeparator(), told)));
    }

    private String name(UUID run) {
        return "run-" + (List.copyOf(requested.keySet()).indexOf(run) + 1);
    }

    private String name(SimulatedCluster.Pod pod) {
        return "pod of %s, attempt %d".formatted(name(pod.ref.run()), pod.ref.attempt());
    }

    private <T> T drawn(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private void tell(String what, Object... values) {
        told.add("  ".repeat(depth) + what.formatted(values));
    }
}

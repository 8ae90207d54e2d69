package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.session.SimulatedSessionStore;
import dev.alfred.orchestrator.supervision.Supervisor;

/**
 * The orchestrator processes: what each of them does next, where it is held up in the middle of a step while others go on,
 * where it dies, and where a call or a commit of it gets lost.
 */
final class Orchestrators implements SimulatedSessionStore.Network, SimulatedTransactions.Edges {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final List<String> MACHINES = List.of("machine-a", "machine-b");
    private static final int INSTANCES = 4;
    private static final int DEEPEST = 3;
    private static final int MOST_WITHIN = 160;
    private static final int A_MOMENT = 8;
    private static final int A_LONG_TIME = 60;

    private final Course course;
    private final Orchestration real;
    private final Verdict verdict;
    private final Runnable others;
    private final Comparator<RunClaims.Claim> order;
    private final List<Instance> instances = new ArrayList<>();
    private final Set<String> away = new HashSet<>();
    private Instance acting;
    private boolean delivering;
    private boolean calm;
    private int born;
    private int within;

    /** The real code under test, as the run loop of each instance uses it. */
    interface Orchestration {
        List<RunClaims.Claim> claim(String instance, String machine, Duration lease);

        List<RunClaims.Claim> reclaim(String instance, String machine, Duration lease);

        void renew(String instance, Duration lease);

        List<RunClaims.Claim> held(String instance);

        /** Takes a step; what a look found, or null where it was none. */
        Supervisor.Found step(RunClaims.Claim claim);

        void failed(RunClaims.Claim claim);

        void sweep();
    }

    /** An orchestrator process, from its start to its death. */
    private static final class Instance {
        private final String name;
        private final String machine;
        private final Set<Run.Held> inHand = new HashSet<>();
        private final Set<Run.Held> takenOver = new HashSet<>();
        private boolean dead;

        Instance(String name, String machine) {
            this.name = name;
            this.machine = machine;
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

    /** @param others what happens while somebody is held up */
    Orchestrators(
            Course course, Orchestration real, Verdict verdict, Comparator<RunClaims.Claim> order, Runnable others) {
        this.course = course;
        this.real = real;
        this.verdict = verdict;
        this.order = order;
        this.others = others;
        for (int i = 0; i < INSTANCES; i++) {
            begin(MACHINES.get(i % MACHINES.size()));
        }
    }

    private void begin(String machine) {
        instances.add(new Instance("instance-" + ++born, machine));
    }

    /** The machine of whoever acts. */
    String machine() {
        return acting == null ? MACHINES.getFirst() : acting.machine;
    }

    /** The instance that acts. */
    String instance() {
        return acting == null ? "nobody" : acting.name;
    }

    /** Somebody who is not held up does something. */
    void something() {
        List<Instance> free =
                instances.stream().filter(instance -> instance != acting).toList();
        if (!free.isEmpty()) {
            as(course.draw(free), instance -> act(instance, course.draw(20)));
        }
    }

    private interface Doing {
        void by(Instance instance);
    }

    private void as(Instance instance, Doing doing) {
        Instance before = acting;
        acting = instance;
        try {
            doing.by(instance);
        } catch (SimulatedTransactions.Outage outage) {
            course.tell("%s goes on later: %s", instance.name, outage.getMessage());
        } catch (Death death) {
            if (death.of != instance) {
                throw death;
            }
            if (instances.remove(instance)) {
                begin(instance.machine);
            }
        } finally {
            acting = before;
        }
    }

    private void act(Instance instance, int drawn) {
        if (drawn < 3) {
            claim(instance);
        } else if (drawn < 6) {
            renew(instance);
        } else if (drawn < 7) {
            course.tell(Happening.SWEEP, "%s sweeps", instance.name);
            real.sweep();
        } else {
            List<RunClaims.Claim> held = held(instance);
            if (!held.isEmpty()) {
                step(instance, course.draw(held));
            }
        }
    }

    private void claim(Instance instance) {
        course.tell("%s claims", instance.name);
        int before = course.steps().size();
        List<RunClaims.Claim> claimed = real.claim(instance.name, instance.machine, LEASE);
        course.count(Happening.CLAIM, claimed.size());
        OpenRuns open = verdict.limitsHold();
        if (course.steps().size() == before) {
            verdict.claimed(open, claimed, instance.machine);
        }
    }

    private void renew(Instance instance) {
        course.tell("%s renews and reclaims", instance.name);
        real.renew(instance.name, LEASE);
        List<RunClaims.Claim> reclaimed = real.reclaim(instance.name, instance.machine, LEASE);
        for (RunClaims.Claim claim : reclaimed) {
            instance.takenOver.add(claim.held());
            course.tell(
                    Happening.RECLAIM,
                    "%s takes over %s",
                    instance.name,
                    verdict.name(claim.held().run()));
        }
        held(instance).stream()
                .filter(claim -> instance.takenOver.contains(claim.held()) && course.oneIn(2))
                .forEach(claim -> step(instance, claim));
    }

    private List<RunClaims.Claim> held(Instance instance) {
        return real.held(instance.name).stream()
                .filter(claim -> !instance.inHand.contains(claim.held()))
                .sorted(order)
                .toList();
    }

    private void step(Instance instance, RunClaims.Claim claim) {
        String run = verdict.name(claim.held().run());
        course.tell(
                "%s takes a step with %s, %s, generation %d",
                instance.name, run, claim.state().wire(), claim.held().generation());
        instance.inHand.add(claim.held());
        try {
            Supervisor.Found found = real.step(claim);
            if (instance.takenOver.remove(claim.held()) && found == Supervisor.Found.ALIVE) {
                course.tell(Happening.ADOPTION, "%s has adopted the runner of %s", instance.name, run);
            }
        } catch (SimulatedTransactions.Outage outage) {
            course.tell("%s could not go on with %s: %s", instance.name, run, outage.getMessage());
            real.failed(claim);
        } catch (RuntimeException e) {
            throw verdict.unforeseen(instance.name, run, e);
        } finally {
            instance.inHand.remove(claim.held());
        }
    }

    /** In the middle of somebody's step: others act, or it dies. */
    @Override
    public void passes() {
        passes(3, 17);
    }

    private void passes(int deaths, int pauses) {
        if (calm || acting == null || within >= MOST_WITHIN) {
            return;
        }
        int drawn = course.draw(100);
        if (drawn < deaths) {
            acting.dead = true;
            course.tell(Happening.DEATH, "%s dies in the middle of its step", acting.name);
            throw new Death(acting);
        }
        if (drawn < deaths + pauses && course.depth() < DEEPEST) {
            pause(acting);
        }
    }

    private void pause(Instance paused) {
        course.tell(Happening.PAUSE, "%s is held up", paused.name);
        int steps = 1 + course.draw(course.oneIn(6) ? A_LONG_TIME : A_MOMENT);
        course.within(() -> {
            for (int i = 0; i < steps && within < MOST_WITHIN; i++) {
                within++;
                others.run();
            }
        });
        acting = paused;
        if (paused.dead) {
            throw new Death(paused);
        }
        course.tell("%s goes on", paused.name);
    }

    @Override
    public boolean loses(String what) {
        boolean lost = !calm && acting != null && course.oneIn(25);
        if (lost) {
            course.tell(Happening.CALL_LOST, "%s is lost", what);
        }
        return lost;
    }

    boolean refuses(String what) {
        boolean refused = !calm && acting != null && course.oneIn(35);
        if (refused) {
            course.tell(Happening.FORGE_REFUSAL, "%s is refused", what);
        }
        return refused;
    }

    @Override
    public void before() {
        if (calm || acting == null && !delivering) {
            return;
        }
        passes(1, 4);
        if (course.oneIn(80)) {
            course.count(Happening.COMMIT_FAILED, 1);
            throw new SimulatedTransactions.Outage("the database takes nothing");
        }
    }

    @Override
    public void after() {
        if (calm || acting == null && !delivering) {
            return;
        }
        if (course.oneIn(80)) {
            course.count(Happening.COMMIT_ANSWER_LOST, 1);
            throw new SimulatedTransactions.Outage("committed, but the database's answer is lost");
        }
        passes(1, 4);
    }

    /** What a consumer does with a message; whether it came through. */
    boolean delivers(Runnable message) {
        Instance before = acting;
        acting = null;
        delivering = true;
        try {
            message.run();
            return true;
        } catch (SimulatedTransactions.Outage outage) {
            course.tell("it comes again: %s", outage.getMessage());
            return false;
        } finally {
            delivering = false;
            acting = before;
        }
    }

    /** Ends whoever is on a machine; whoever is held up there ends when it would go on. */
    String machineFails() {
        String machine = course.draw(MACHINES);
        if (!away.add(machine)) {
            away.remove(machine);
            course.tell("%s is back", machine);
            begin(machine);
            begin(machine);
            return null;
        }
        course.tell(Happening.MACHINE_LOST, "%s loses its power", machine);
        instances.stream().filter(instance -> instance.machine.equals(machine)).forEach(gone -> gone.dead = true);
        instances.removeIf(gone -> gone.dead);
        return machine;
    }

    /** From here on nothing goes wrong. */
    void calm() {
        calm = true;
        List.copyOf(away).forEach(machine -> {
            away.remove(machine);
            begin(machine);
        });
    }

    /** A turn of one on each machine; the others are heard of no more. */
    void round() {
        for (String machine : MACHINES) {
            instances.stream()
                    .filter(instance -> instance.machine.equals(machine))
                    .findFirst()
                    .ifPresent(instance -> as(instance, this::turn));
        }
    }

    private void turn(Instance instance) {
        renew(instance);
        claim(instance);
        for (RunClaims.Claim claim : held(instance)) {
            step(instance, claim);
        }
    }

    /** One of each machine sweeps. */
    void sweep() {
        for (String machine : MACHINES) {
            instances.stream()
                    .filter(instance -> instance.machine.equals(machine))
                    .findFirst()
                    .ifPresent(instance -> as(instance, any -> real.sweep()));
        }
    }
}

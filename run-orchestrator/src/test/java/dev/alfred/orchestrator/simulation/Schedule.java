package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.orchestrator.forge.SimulatedForge;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.RunRequestHandler;
import dev.alfred.orchestrator.session.SimulatedSessionStore;

/**
 * One course of events among orchestrators, their runs and runners, mailboxes and session-store, all of it drawn by a seed.
 * At its end everybody is well again, and each run must come to one end.
 */
final class Schedule {
    private static final int STEPS = 70;
    private static final int ROUNDS = 200;
    private static final Duration A_ROUND = Duration.ofSeconds(20);

    private final Course course;
    private final SimulatedDatabase database;
    private final Verdict verdict;
    private final Orchestrators orchestrators;
    private final SimulatedSessionStore store;
    private final SimulatedForge forge = new SimulatedForge();
    private final SimulatedRunners places;
    private final Runners runners;
    private final Mailboxes mailboxes;

    /** @param mailbox the number of the first of its mailboxes */
    Schedule(
            Course course,
            long mailbox,
            Mutation mutation,
            Orchestrators.Orchestration real,
            RunRequestHandler requests,
            SimulatedDatabase database) {
        this.course = course;
        this.database = database;
        this.verdict = new Verdict(course, database);
        this.orchestrators =
                new Orchestrators(course, real, verdict, Comparator.comparing(this::place), this::something);
        this.store = new SimulatedSessionStore(orchestrators);
        this.places = new SimulatedRunners(orchestrators, verdict, mutation);
        this.runners = new Runners(course, places, forge, verdict);
        this.mailboxes = new Mailboxes(mailbox, mutation, course, orchestrators, requests, database, store);
        verdict.over(orchestrators::instance, places, store, mailboxes);
    }

    /** In the order in which they were asked for: ids are other ones each time. */
    private int place(RunClaims.Claim claim) {
        return List.copyOf(mailboxes.requests().keySet()).indexOf(claim.held().run());
    }

    Orchestrators orchestrators() {
        return orchestrators;
    }

    SimulatedSessionStore store() {
        return store;
    }

    SimulatedForge forge() {
        return forge;
    }

    SimulatedRunners places() {
        return places;
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            something();
        }
        settle();
        verdict.atTheEnd();
    }

    private void something() {
        int drawn = course.draw(100);
        if (drawn < 8) {
            mailboxes.asks();
        } else if (drawn < 11) {
            mailboxes.cancels(places.atWork().stream().map(pod -> pod.ref.run()).toList());
        } else if (drawn < 14) {
            mailboxes.arrives();
        } else if (drawn < 20) {
            mailboxes.turns();
        } else if (drawn < 24) {
            removal();
        } else if (drawn < 34) {
            timeGoesOn(Duration.ofSeconds(seconds()));
        } else if (drawn < 57) {
            runners.something();
        } else if (drawn < 62) {
            runners.misfortune();
        } else if (drawn < 63) {
            runners.machineFails(Optional.ofNullable(orchestrators.machineFails()));
        } else {
            orchestrators.something();
        }
    }

    /** Mostly shorter than a lease, at times longer than one, and now and then longer than any run may take. */
    private int seconds() {
        if (course.oneIn(12)) {
            return 400;
        }
        return course.oneIn(3) ? 61 + course.draw(20) : 1 + course.draw(50);
    }

    private void timeGoesOn(Duration by) {
        course.tell("%d s pass", by.toSeconds());
        database.goesOn(by);
    }

    private void removal() {
        for (MailboxKey mailbox : mailboxes.keys()) {
            if (store.removalDue(mailbox) && store.newest(mailbox).isPresent()) {
                verdict.mayRemoveState(mailbox);
                course.tell(Happening.STATE_REMOVED, "the state of %s is removed", mailboxes.name(mailbox));
                store.removed(mailbox);
                runners.stateRemoved(mailbox.value());
            }
        }
    }

    /** From here on nothing goes wrong, and all that was begun comes to its end. */
    private void settle() {
        course.tell("all is well from here on");
        orchestrators.calm();
        runners.calm();
        mailboxes.calm();
        List<UUID> runs = List.copyOf(mailboxes.requests().keySet());
        for (int round = 0; round < ROUNDS && !database.open(runs).isEmpty(); round++) {
            timeGoesOn(A_ROUND);
            orchestrators.round();
            runners.round();
            runners.round();
        }
        orchestrators.sweep();
    }
}

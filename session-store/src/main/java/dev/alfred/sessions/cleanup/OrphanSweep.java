package dev.alfred.sessions.cleanup;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.StateStorages;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import org.jboss.logging.Logger;

/** Looks, at a slow pace or when asked, for state whose mailbox is no more, and removes it once all answers are there. */
@ApplicationScoped
class OrphanSweep {
    private static final Logger LOG = Logger.getLogger(OrphanSweep.class);

    private final SweepHandler handler;
    private final MailboxQuestions questions;
    private final Removals removals;
    private final StateDirectories directories;
    private final StateStorages storages;
    private final Clock clock;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    OrphanSweep(
            SweepHandler handler,
            MailboxQuestions questions,
            Removals removals,
            StateDirectories directories,
            StateStorages storages,
            Clock clock) {
        this.handler = handler;
        this.questions = questions;
        this.removals = removals;
        this.directories = directories;
        this.storages = storages;
        this.clock = clock;
    }

    @Scheduled(
            every = "${alfred.sessions.sweep.every:10m}",
            delayed = "1m",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void sweepAtItsPace() {
        sweep();
    }

    /** Empty when one is under way. */
    Optional<SweepReport> sweep() {
        if (!oneAtATime.tryLock()) {
            return Optional.empty();
        }
        try {
            storages.lookAgain();
            // As exact as the database keeps it
            Instant begun = clock.instant().truncatedTo(ChronoUnit.MICROS);
            SweepReport report = new Sweep(handler, questions, removals, directories, begun).run();
            LOG.infof("Orphan sweep done: %s", report);
            return Optional.of(report);
        } finally {
            oneAtATime.unlock();
        }
    }
}

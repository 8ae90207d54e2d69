package dev.alfred.sessions.cleanup;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;

import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.state.StateMetrics;
import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.StateStorages;
import dev.alfred.sessions.state.model.StateKey;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import org.jboss.logging.Logger;

/** Removes the state of closed mailboxes: at once when told of it, else at a slow pace, what was interrupted included. */
@ApplicationScoped
class RemovalWorker {
    private static final Logger LOG = Logger.getLogger(RemovalWorker.class);
    private static final int AT_ONCE = 100;
    private static final int ENDS_WITHIN_SECONDS = 5;

    private final DueStates due;
    private final Removals removals;
    private final StateStorages storages;
    private final StateMetrics metrics;
    /** Its thread knows nothing of the transaction whose commit woke it. */
    private final ExecutorService executor;

    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile boolean stopping;

    @Inject
    RemovalWorker(DueStates due, Removals removals, StateStorages storages, StateMetrics metrics) {
        this(
                due,
                removals,
                storages,
                metrics,
                Executors.newSingleThreadExecutor(runnable -> new Thread(runnable, "state-removal")));
    }

    RemovalWorker(
            DueStates due, Removals removals, StateStorages storages, StateMetrics metrics, ExecutorService executor) {
        this.executor = executor;
        this.due = due;
        this.removals = removals;
        this.storages = storages;
        this.metrics = metrics;
    }

    void released(@Observes(during = TransactionPhase.AFTER_SUCCESS) StateReleased released) {
        if (told.compareAndSet(false, true)) {
            try {
                executor.execute(this::removeDueWhenTold);
            } catch (RejectedExecutionException e) {
                LOG.debug("Shutting down, nothing is removed any more");
            }
        }
    }

    private void removeDueWhenTold() {
        told.set(false);
        try {
            removeDue();
        } catch (RuntimeException e) {
            LOG.error("Looking for due removals failed, they are looked for again at the next poll", e);
        }
    }

    /** Also counts all bytes: that reads every state that is there, so that no run's end waits for it. */
    @Scheduled(
            every = "${alfred.sessions.removal.every:10s}",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void poll() {
        oneAtATime.lock();
        try {
            removeDue();
            if (!stopping) {
                metrics.bytes(due.bytes());
            }
        } finally {
            oneAtATime.unlock();
        }
    }

    void removeDue() {
        oneAtATime.lock();
        try {
            if (stopping) {
                return;
            }
            for (StateKey key : due.keys(AT_ONCE)) {
                remove(key);
            }
            storages.clear();
        } finally {
            oneAtATime.unlock();
        }
    }

    private void remove(StateKey key) {
        try {
            removals.remove(key, new RemovalTrigger.Due());
        } catch (RuntimeException e) {
            // One state that resists must not keep the others.
            LOG.errorf(e, "Session state could not be removed, it is tried again: state=%s", key);
        }
    }

    /** What is under way ends while its database is still there; what takes longer is gone on with after the next start. */
    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopping = true;
        executor.shutdown();
        if (oneAtATime.tryLock(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            oneAtATime.unlock();
        }
    }
}

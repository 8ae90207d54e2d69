package dev.alfred.mailbox.mailbox;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import org.jboss.logging.Logger;

/** Runs a task whenever it is told to, never twice at a time: what comes meanwhile makes it run once more. */
final class WorkSignal {
    private static final Logger LOG = Logger.getLogger(WorkSignal.class);

    private final Executor executor;
    private final Runnable task;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean stopped;

    WorkSignal(Executor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    /** From now on nothing is begun. */
    void stop() {
        stopped = true;
    }

    void signal() {
        if (!stopped && asked.getAndIncrement() == 0) {
            executor.execute(this::work);
        }
    }

    private void work() {
        int seen;
        do {
            seen = asked.get();
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("Working through mailboxes failed; the next look takes it up again", e);
            }
        } while (!asked.compareAndSet(seen, 0));
    }
}

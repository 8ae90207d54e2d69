package dev.alfred.messaging.transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import jakarta.transaction.Status;

import io.quarkus.narayana.jta.QuarkusTransaction;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Does what several threads ask of the database at the same time in one transaction, so that what is loaded for it and its
 * commit are paid once for all of them. Who asks waits until that transaction has ended, and has its own answer or failure
 * then; alone, it waits for nobody.
 *
 * <p>Where one of several fails, none of them has come to pass, and each is done again in a transaction of its own. So the
 * work does nothing that is not undone with its transaction, and begins that by itself where there is none.
 *
 * @param <K> by which rows are found for the work: of one key there is never more than one at a time in a transaction
 */
public final class GroupCommit<K> implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(GroupCommit.class);

    private final String name;
    private final int most;
    private final Function<Set<K>, Set<K>> preparation;
    private final BlockingQueue<Task<K>> asked = new LinkedBlockingQueue<>();
    private final List<Thread> lanes;
    private volatile boolean started;
    private volatile boolean closed;

    /**
     * @param lanes how many transactions are under way at the same time: while one waits for its commit, the next is done
     * @param most how many are done in one transaction; with 1, each is done where it is asked for
     * @param preparation run first in each transaction: loads what the work of these keys will look up, and gives the keys
     *     whose work can be done now. The work of all others, which must wait for somebody else's lock, is done on its own
     */
    public GroupCommit(String name, int lanes, int most, Function<Set<K>, Set<K>> preparation) {
        this.name = name;
        this.most = most;
        this.preparation = preparation;
        this.lanes = IntStream.rangeClosed(1, lanes)
                .mapToObj(lane ->
                        Thread.ofPlatform().name(name + "-" + lane).daemon().unstarted(this::work))
                .toList();
    }

    private record Task<K>(K key, Supplier<?> work, Map<String, Object> context, CompletableFuture<Outcome> outcome) {}

    private sealed interface Outcome {
        record Done(Object value) implements Outcome {}

        /** Nothing of it has come to pass: it is to be done on its own. */
        record Alone() implements Outcome {}
    }

    public void start() {
        if (most > 1) {
            lanes.forEach(Thread::start);
            started = true;
        }
    }

    /** The work's own answer once its transaction is committed; throws what the work or the commit threw. */
    @SuppressWarnings("unchecked")
    public <T> T call(K key, Supplier<T> work) {
        if (!started || closed || QuarkusTransaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
            return work.get();
        }
        Task<K> task = new Task<>(key, work, Map.copyOf(MDC.getMap()), new CompletableFuture<>());
        asked.add(task);
        if (closed) {
            letGo();
        }
        return switch (outcome(task)) {
            case Outcome.Done(Object value) -> (T) value;
            case Outcome.Alone() -> work.get();
        };
    }

    /** How many wait for a transaction to be begun. */
    int waiting() {
        return asked.size();
    }

    private Outcome outcome(Task<K> task) {
        try {
            return task.outcome().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + name + " was under way", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private void work() {
        try {
            List<Task<K>> tasks = next();
            while (!closed) {
                together(tasks);
                tasks = next();
            }
            alone(tasks);
        } catch (InterruptedException e) {
            LOG.debugf("Shutting down, %s is each one's own work from now on", name);
        } finally {
            closed = true;
            letGo();
        }
    }

    private List<Task<K>> next() throws InterruptedException {
        List<Task<K>> tasks = new ArrayList<>();
        tasks.add(asked.take());
        asked.drainTo(tasks, most - 1);
        return tasks;
    }

    private void together(List<Task<K>> tasks) {
        Map<K, Task<K>> byKey = new HashMap<>();
        List<Task<K>> alone = new ArrayList<>();
        tasks.forEach(task -> {
            if (byKey.putIfAbsent(task.key(), task) != null) {
                alone.add(task);
            }
        });
        try {
            Map<Task<K>, Object> done = QuarkusTransaction.requiringNew().call(() -> done(byKey, alone));
            done.forEach((task, value) -> task.outcome().complete(new Outcome.Done(value)));
        } catch (RuntimeException e) {
            failed(tasks, e);
        } catch (Error e) {
            tasks.forEach(task -> task.outcome().completeExceptionally(e));
            throw e;
        }
        alone(alone);
    }

    private static <K> void alone(List<Task<K>> tasks) {
        tasks.forEach(task -> task.outcome().complete(new Outcome.Alone()));
    }

    private Map<Task<K>, Object> done(Map<K, Task<K>> byKey, List<Task<K>> alone) {
        Set<K> free = preparation.apply(byKey.keySet());
        Map<Task<K>, Object> done = new HashMap<>();
        byKey.forEach((key, task) -> {
            if (free.contains(key)) {
                done.put(task, inItsContext(task));
            } else {
                alone.add(task);
            }
        });
        return done;
    }

    private Object inItsContext(Task<K> task) {
        task.context().forEach(MDC::put);
        try {
            return task.work().get();
        } finally {
            task.context().keySet().forEach(MDC::remove);
        }
    }

    private void failed(List<Task<K>> tasks, RuntimeException e) {
        if (tasks.size() > 1) {
            LOG.debugf(e, "%s of %d failed together, each is done on its own", name, tasks.size());
            alone(tasks);
        } else {
            tasks.forEach(task -> task.outcome().completeExceptionally(e));
        }
    }

    private void letGo() {
        List<Task<K>> left = new ArrayList<>();
        asked.drainTo(left);
        alone(left);
    }

    /** What is under way comes to its end; what comes after it is done where it is asked for. */
    @Override
    public void close() {
        closed = true;
        lanes.forEach(lane -> asked.add(new Task<>(null, () -> null, Map.of(), new CompletableFuture<>())));
    }
}

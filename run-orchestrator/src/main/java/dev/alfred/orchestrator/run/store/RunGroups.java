package dev.alfred.orchestrator.run.store;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;

import dev.alfred.messaging.transaction.GroupCommit;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.transaction.Grouped;
import dev.alfred.orchestrator.transaction.StepGroups;
import io.quarkus.runtime.StartupEvent;
import org.hibernate.Session;
import org.hibernate.Timeouts;

/** The transactions that many runs' steps share, with the runs and their present attempts loaded by one query each. */
@ApplicationScoped
class RunGroups implements StepGroups {
    private static final int READING = 1;
    private static final int WRITING = 3;

    private final EntityManager em;
    private final RunRequests requests;
    private final GroupCommit<Object> reads;
    private final GroupCommit<Object> writes;

    RunGroups(EntityManager em, RunRequests requests, OrchestratorConfig config) {
        this.em = em;
        this.requests = requests;
        this.reads = new GroupCommit<>("run-reads", READING, config.work().together(), this::read);
        this.writes = new GroupCommit<>("run-writes", WRITING, config.work().together(), this::lock);
    }

    void start(@Observes StartupEvent event) {
        reads.start();
        writes.start();
    }

    @Override
    public Object call(Grouped.Kind kind, Object subject, Supplier<Object> work) {
        Object key = subject instanceof Run.Held held ? held.run() : new Object();
        return switch (kind) {
            case READS -> reads.call(key, work);
            case WRITES -> writes.call(key, work);
        };
    }

    private Set<Object> read(Set<Object> keys) {
        em.unwrap(Session.class).setDefaultReadOnly(true);
        List<UUID> runs = runs(keys);
        if (!runs.isEmpty()) {
            em.createQuery("from RunRow where id in :runs", RunRow.class)
                    .setParameter("runs", runs)
                    .getResultList();
            around(runs);
        }
        return keys;
    }

    /** A run whose row somebody else holds is left to its own transaction, which waits for it: nobody else does. */
    private Set<Object> lock(Set<Object> keys) {
        em.setFlushMode(FlushModeType.COMMIT);
        List<UUID> runs = runs(keys);
        if (runs.isEmpty()) {
            return keys;
        }
        List<UUID> locked = em
                .createQuery("from RunRow where id in :runs", RunRow.class)
                .setParameter("runs", runs)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList()
                .stream()
                .map(row -> row.id)
                .toList();
        around(locked);
        Set<Object> free = new HashSet<>(keys);
        free.removeAll(runs);
        free.addAll(locked);
        return free;
    }

    private void around(Collection<UUID> runs) {
        if (!runs.isEmpty()) {
            em.createQuery(
                            "select attempt from RunAttemptRow attempt, RunRow run where run.id in :runs"
                                    + " and attempt.id.run = run.id and attempt.id.attempt = run.attempt",
                            RunAttemptRow.class)
                    .setParameter("runs", runs)
                    .getResultList();
            requests.prefetch(runs);
        }
    }

    private static List<UUID> runs(Set<Object> keys) {
        return keys.stream()
                .filter(UUID.class::isInstance)
                .map(UUID.class::cast)
                .toList();
    }

    @PreDestroy
    void stop() {
        reads.close();
        writes.close();
    }
}

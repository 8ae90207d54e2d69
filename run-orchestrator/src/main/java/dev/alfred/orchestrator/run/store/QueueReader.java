package dev.alfred.orchestrator.run.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.pool.RunnerPool;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.run.model.Wait;
import dev.alfred.orchestrator.run.model.WaitDecider;

/** What waiting runs wait for, told by the runs that hold a place: it costs what those are, never what waits or has ended. */
@ApplicationScoped
class QueueReader {
    static final String HELD = "SELECT id, mailbox, project, pool FROM run WHERE owner IS NOT NULL";

    private static final Wait NOTHING = new Wait(null, null, null);

    private final EntityManager em;
    private final RunnerPools pools;
    private final Launchers launchers;

    QueueReader(EntityManager em, RunnerPools pools, Launchers launchers) {
        this.em = em;
        this.pools = pools;
        this.launchers = launchers;
    }

    /** What each of the runs waits for: as its row says, but for those in the queue that nobody has taken. */
    Map<UUID, Wait> waits(List<RunRow> rows) {
        Map<UUID, Wait> waits = new HashMap<>();
        rows.forEach(row -> waits.put(row.id, new Wait(row.reason, row.detail, null)));
        List<RunRow> queued = rows.stream()
                .filter(row -> row.owner == null && row.state.equals(RunState.QUEUED.wire()))
                .toList();
        if (!queued.isEmpty()) {
            Queue queue = now();
            queued.forEach(row -> waits.put(row.id, queue.of(row).orElse(NOTHING)));
        }
        return waits;
    }

    /** The queue as it is now. */
    private Queue now() {
        Queue queue = new Queue();
        List<?> rows = em.createNativeQuery(HELD).getResultList();
        for (Object row : rows) {
            Object[] columns = (Object[]) row;
            queue.byMailbox.put((String) columns[1], (UUID) columns[0]);
            queue.byProject.merge((UUID) columns[2], 1L, Long::sum);
            queue.byPool.merge((String) columns[3], 1L, Long::sum);
        }
        for (RunnerPool pool : pools.all()) {
            queue.pools.put(pool.name(), pool);
        }
        return queue;
    }

    /** Who holds the places that others wait for. */
    private final class Queue {
        private final Map<String, UUID> byMailbox = new HashMap<>();
        private final Map<UUID, Long> byProject = new HashMap<>();
        private final Map<String, Long> byPool = new HashMap<>();
        private final Map<String, RunnerPool> pools = new HashMap<>();
        private final Instant now = databaseTime();

        Optional<Wait> of(RunRow row) {
            return WaitDecider.decide(new WaitDecider.Facts(
                    row.pool,
                    Optional.ofNullable(pools.get(row.pool)).map(this::pool),
                    row.reason,
                    row.detail,
                    row.notBefore,
                    now,
                    Optional.ofNullable(byMailbox.get(row.mailbox)),
                    byProject.getOrDefault(row.project, 0L),
                    row.maxConcurrentRuns));
        }

        private WaitDecider.Pool pool(RunnerPool pool) {
            return new WaitDecider.Pool(
                    pool.runner().wire(),
                    launchers.kinds().contains(pool.runner()),
                    pool.capacity(),
                    pool.note(),
                    byPool.getOrDefault(pool.name(), 0L));
        }
    }

    /** Claims go by this clock. */
    private Instant databaseTime() {
        return (Instant)
                em.createNativeQuery("SELECT clock_timestamp()", Instant.class).getSingleResult();
    }
}

package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Why a run that nobody has taken waits, in the order in which an operator would remove the reasons: what keeps its pool
 * from running anything, what its last try has met until the next one, and then the limits that claims keep.
 */
public final class WaitDecider {
    public static final String UNKNOWN_POOL = "unknown_pool";
    public static final String LAUNCHER_MISSING = "launcher_missing";
    public static final String POOL_CLOSED = "pool_closed";
    public static final String MAILBOX_BUSY = "mailbox_busy";
    public static final String PROJECT_LIMIT = "project_limit";
    public static final String POOL_FULL = "pool_full";

    private WaitDecider() {}

    /**
     * @param launcher whether something here launches its kind of runner
     * @param note why the pool has that capacity, where nobody asked for it
     * @param held runs that hold a place in it
     */
    public record Pool(String runner, boolean launcher, int capacity, Optional<String> note, long held) {}

    /**
     * @param pool empty where there is none of that name
     * @param reason what the last try met, or null
     * @param notBefore when it may be tried
     * @param heldInMailbox the run of the same mailbox that holds a place
     * @param heldInProject runs of the same project that hold a place
     */
    public record Facts(
            String poolName,
            Optional<Pool> pool,
            String reason,
            String detail,
            Instant notBefore,
            Instant now,
            Optional<UUID> heldInMailbox,
            long heldInProject,
            int maxConcurrentRuns) {}

    /** Empty: nothing is in its way, it is taken next. */
    public static Optional<Wait> decide(Facts facts) {
        return poolOf(facts)
                .or(() -> lastTry(facts))
                .or(() -> limit(facts))
                .or(() -> Optional.ofNullable(facts.reason()).map(reason -> new Wait(reason, facts.detail(), null)));
    }

    private static Optional<Wait> poolOf(Facts facts) {
        if (facts.pool().isEmpty()) {
            return wait(UNKNOWN_POOL, "there is no runner pool " + facts.poolName());
        }
        Pool pool = facts.pool().get();
        if (!pool.launcher()) {
            return wait(LAUNCHER_MISSING, "nothing here launches runners of kind " + pool.runner());
        }
        return pool.capacity() > 0
                ? Optional.empty()
                : wait(
                        POOL_CLOSED,
                        "pool %s has capacity 0%s"
                                .formatted(
                                        facts.poolName(),
                                        pool.note().map(note -> ": " + note).orElse("")));
    }

    private static Optional<Wait> lastTry(Facts facts) {
        return facts.reason() != null && facts.notBefore().isAfter(facts.now())
                ? Optional.of(new Wait(facts.reason(), facts.detail(), facts.notBefore()))
                : Optional.empty();
    }

    private static Optional<Wait> limit(Facts facts) {
        if (facts.heldInMailbox().isPresent()) {
            return wait(
                    MAILBOX_BUSY,
                    "run %s of the same mailbox is not over"
                            .formatted(facts.heldInMailbox().get()));
        }
        if (facts.heldInProject() >= facts.maxConcurrentRuns()) {
            return wait(
                    PROJECT_LIMIT,
                    "the project has %d of %d runs under way (MAX_CONCURRENT_RUNS)"
                            .formatted(facts.heldInProject(), facts.maxConcurrentRuns()));
        }
        Pool pool = facts.pool().orElseThrow();
        return pool.held() < pool.capacity()
                ? Optional.empty()
                : wait(
                        POOL_FULL,
                        "pool %s has %d of %d places taken".formatted(facts.poolName(), pool.held(), pool.capacity()));
    }

    private static Optional<Wait> wait(String reason, String detail) {
        return Optional.of(new Wait(reason, detail, null));
    }
}

package dev.alfred.orchestrator.pool;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.RunState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;

/** Capacity and runs of each pool, as the database has them. Labels are the pools that somebody made. */
@ApplicationScoped
public class PoolMetrics {
    static final String CAPACITY = "alfred_runner_pool_capacity";
    /** Runs by pool and state; what scales a pool goes by all its {@link #ACTIVE} ones. */
    public static final String RUNS = "alfred_runs";

    public static final List<RunState> ACTIVE = List.of(RunState.QUEUED, RunState.STARTING, RunState.RUNNING);

    private final MeterRegistry registry;
    private final RunnerPools pools;
    private final PoolUse use;
    private final Map<String, AtomicLong> values = new ConcurrentHashMap<>();

    PoolMetrics(MeterRegistry registry, RunnerPools pools, PoolUse use) {
        this.registry = registry;
        this.pools = pools;
        this.use = use;
    }

    @Scheduled(
            every = "15s",
            delayed = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void refresh() {
        List<PoolUse.Count> counts = use.counts();
        for (RunnerPool pool : pools.all()) {
            value(CAPACITY, pool.name(), null).set(pool.capacity());
            for (RunState state : ACTIVE) {
                value(RUNS, pool.name(), state)
                        .set(counts.stream()
                                .filter(count -> count.pool().equals(pool.name()) && count.state() == state)
                                .mapToLong(PoolUse.Count::runs)
                                .sum());
            }
        }
    }

    private AtomicLong value(String name, String pool, RunState state) {
        return values.computeIfAbsent(name + '/' + pool + '/' + state, key -> {
            AtomicLong value = new AtomicLong();
            Gauge.Builder<AtomicLong> gauge =
                    Gauge.builder(name, value, AtomicLong::get).tag("pool", pool);
            (state == null ? gauge : gauge.tag("state", state.wire())).register(registry);
            return value;
        });
    }
}

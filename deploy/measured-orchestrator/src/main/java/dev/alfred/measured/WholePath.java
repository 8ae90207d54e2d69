package dev.alfred.measured;

import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.run.RunEnded;

/**
 * Runs from the queue to their end by the service's own loop: claim, plan, session resolved, credentials asked for, launch,
 * look, log taken in, session recorded, end. They wait in a pool without room until its capacity is raised.
 */
@ApplicationScoped
class WholePath {
    private static final String POOL = "whole";

    private final RunnerPools pools;
    private final Requests requests;
    private volatile CountDownLatch left = new CountDownLatch(0);
    private volatile RunState unwanted;

    WholePath(RunnerPools pools, Requests requests) {
        this.pools = pools;
        this.requests = requests;
    }

    /** Nanoseconds that so many runs took, all together. */
    long measure(int count, int capacity) throws InterruptedException {
        pools.resize(POOL, 0, "benchmark");
        requests.enqueue(requests.make(count, POOL));
        left = new CountDownLatch(count);
        long start = System.nanoTime();
        pools.resize(POOL, capacity, "benchmark");
        left.await();
        long took = System.nanoTime() - start;
        if (unwanted != null) {
            throw new IllegalStateException("a run ended " + unwanted.wire());
        }
        return took;
    }

    void ended(@Observes(during = TransactionPhase.AFTER_SUCCESS) RunEnded ended) {
        if (!ended.report().adapter().local() || ended.report().startedAt() == null) {
            return;
        }
        if (ended.state() != RunState.SUCCEEDED) {
            unwanted = ended.state();
        }
        left.countDown();
    }
}

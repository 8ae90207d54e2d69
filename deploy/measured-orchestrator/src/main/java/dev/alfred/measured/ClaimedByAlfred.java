package dev.alfred.measured;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.RunEndHandler;
import dev.alfred.orchestrator.run.RunMessages;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunRepository;
import dev.alfred.orchestrator.transaction.Grouped;

/**
 * Runs from their claim to their end by Alfred's own {@link RunClaims} and {@link RunEndHandler}: a lease, a state, an event
 * and an audit entry each. Between the two lies nothing. As many threads end them as are asked for; one more claims ahead.
 */
@ApplicationScoped
class ClaimedByAlfred {
    static final String POOL = "claimed";

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final String OWNER = "measured";

    private final RunClaims claims;
    private final Ending ending;
    private final Requests requests;

    ClaimedByAlfred(RunClaims claims, Ending ending, Requests requests) {
        this.claims = claims;
        this.ending = ending;
        this.requests = requests;
    }

    /** Nanoseconds that so many runs took, all together. */
    long measure(int count, int threads, int ahead) throws InterruptedException {
        requests.enqueue(requests.make(count, POOL));
        CountDownLatch left = new CountDownLatch(count);
        Semaphore room = new Semaphore(ahead);
        long start = System.nanoTime();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            while (left.getCount() > 0) {
                room.acquire(Math.max(1, ahead / 2));
                room.release(Math.max(1, ahead / 2));
                List<RunClaims.Claim> claimed =
                        claims.claim(OWNER, "nowhere", List.of(POOL), LEASE, room.availablePermits());
                if (claimed.isEmpty()) {
                    left.await();
                }
                room.acquire(claimed.size());
                claimed.forEach(claim -> workers.execute(() -> {
                    ending.end(claim.held());
                    room.release();
                    left.countDown();
                }));
            }
            return System.nanoTime() - start;
        }
    }

    /** As the service's own steps end runs, with as many of them in a transaction as come together. */
    @ApplicationScoped
    static class Ending {
        private final RunRepository runs;
        private final RunEndHandler ends;

        Ending(RunRepository runs, RunEndHandler ends) {
            this.runs = runs;
            this.ends = ends;
        }

        @Grouped(Grouped.Kind.WRITES)
        @Transactional
        void end(Run.Held held) {
            Run run = runs.lock(held).orElseThrow();
            Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
            ends.end(
                    run,
                    RunChange.FAILED,
                    RunMessages.withoutLaunch(run, run.session(), ExitReason.INVALID_REQUEST, "measured", now));
        }
    }
}

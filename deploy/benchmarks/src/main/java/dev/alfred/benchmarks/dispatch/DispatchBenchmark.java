package dev.alfred.benchmarks.dispatch;

import java.io.IOException;

import dev.alfred.benchmarks.Benchmark;
import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.embedded.EmbeddedDatabase;

/**
 * Compares how many runs a second go from a full queue to their end in Alfred with how many one-time tasks do in
 * db-scheduler, and tells how many runs a second take Alfred's whole path.
 *
 * <p>Claim and end: both in one JVM, on one connection pool and one PostgreSQL that flushes each commit, with as many
 * threads, the same payload and as many claimed ahead. Each run, or task, is claimed (locked and fetched) in batches, and its
 * end writes one event by the same outbox, which the same relay sends. A task of db-scheduler ends in a transaction of its own;
 * runs end as the service ends them, those that come together in one. Alfred does that by the service's own claims,
 * repositories and end of runs: it locks the run, checks the generation, reads the request, changes the row, keeps it, and
 * writes an audit entry as well; db-scheduler deletes its row.
 *
 * <p>The whole path: a run-orchestrator with its own loop and settings, a real session-store, a broker, credentials from a
 * stand-in for mailbox-service, and a launcher whose attempts have ended at the first look. From the raising of the pool's
 * capacity to the last run's end.
 */
public final class DispatchBenchmark implements Benchmark {
    private static final String NAME = "dispatch";

    /**
     * How much is measured.
     *
     * @param runs that are claimed and ended in one round, by each of both
     * @param whole runs that take the whole path in one round
     * @param ahead most that are claimed and not ended
     */
    record Extent(int runs, int whole, int threads, int ahead, int capacity, int warmUp, int rounds) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String about() {
        return "claiming and ending runs in Alfred and in db-scheduler, and runs a second on the whole path";
    }

    @Override
    public Comparison run(Workplace workplace) throws Exception {
        return run(workplace, 5_000);
    }

    @Override
    public Comparison run(Workplace workplace, int runs) throws Exception {
        return run(workplace, new Extent(runs, Math.max(1, runs * 2 / 5), 10, 40, 100, 4, 5));
    }

    Comparison run(Workplace workplace, Extent extent) throws Exception {
        try (Scratch scratch = Scratch.of(workplace, NAME)) {
            workplace.tell("Starting PostgreSQL, with fsync, a broker, session-store and run-orchestrator ...");
            MeasuredServices services = MeasuredServices.start(workplace, scratch);
            Comparison comparison = new Comparison(NAME, "db-scheduler", "Alfred");
            for (int round = 1 - extent.warmUp(); round <= extent.rounds(); round++) {
                workplace.tell(round < 1 ? "Warming up ..." : "Round %d of %d ...".formatted(round, extent.rounds()));
                measure(services, extent, comparison, round);
            }
            EmbeddedDatabase database = services.database();
            comparison.fact("vs_db_scheduler", Math.round(comparison.ratio("claim and end") * 1000) / 1000.0);
            comparison.fact("fsync", database.show("fsync"));
            comparison.fact("synchronous_commit", database.show("synchronous_commit"));
            comparison.fact("runs and tasks per round", extent.runs());
            comparison.fact("runs on the whole path per round", extent.whole());
            comparison.fact("threads", extent.threads());
            comparison.fact("claimed ahead", extent.ahead());
            comparison.fact("rounds", extent.rounds());
            return comparison;
        }
    }

    private static void measure(MeasuredServices services, Extent extent, Comparison comparison, int round)
            throws IOException {
        boolean othersFirst = Math.floorMod(round, 2) == 1;
        double first = othersFirst ? services.dbScheduler(extent) : services.alfred(extent);
        double second = othersFirst ? services.alfred(extent) : services.dbScheduler(extent);
        double whole = services.wholePath(extent);
        if (round >= 1) {
            comparison.next("db-scheduler", "Alfred");
            comparison.round("claim and end", "runs/s", othersFirst ? first : second, othersFirst ? second : first);
            comparison.next("goal", "Alfred");
            comparison.round("whole path", "runs/s", 300, whole);
        }
    }
}

package dev.alfred.benchmarks.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import dev.alfred.benchmarks.Benchmark;
import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.claim.ClaimedRuns.Measured;
import dev.alfred.benchmarks.claim.ClaimedRuns.Queue;
import dev.alfred.embedded.EmbeddedDatabase;

/**
 * Compares what claims, renewals and ends of runs cost where few and where many runs have ended, with the same queue; and
 * the many with themselves after so much churn without a vacuum. Each is measured in turn, round by round, in one PostgreSQL.
 */
public final class ClaimBenchmark implements Benchmark {
    private static final String NAME = "claim";

    private static final double TAIL = 0.95;

    /**
     * How much is measured.
     *
     * @param few finished runs
     * @param many finished runs
     * @param churned runs whose whole life lies between the last vacuum and what is measured after churn
     */
    record Extent(int few, int many, int churned, Queue queue, int warmUp, int rounds) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String about() {
        return "claiming with 1,000 and 1,000,000 finished runs, and after the churn of 30,000 runs without a vacuum";
    }

    @Override
    public Comparison run(Workplace workplace) throws Exception {
        return run(workplace, 1_000_000);
    }

    @Override
    public Comparison run(Workplace workplace, int finished) throws Exception {
        return run(workplace, new Extent(1_000, finished, 30_000, new Queue(2_000, 100, 200, 4, 20), 20, 200));
    }

    Comparison run(Workplace workplace, Extent extent) throws Exception {
        try (Scratch scratch = Scratch.of(workplace, NAME)) {
            workplace.tell("Starting PostgreSQL, with fsync ...");
            EmbeddedDatabase database = scratch.postgres();
            workplace.tell("Making %,d and %,d finished runs ...".formatted(extent.few(), extent.many()));
            ClaimedRuns few = scratch.opened(ClaimedRuns.filled(database, "few", extent.queue(), extent.few()));
            ClaimedRuns many = scratch.opened(ClaimedRuns.filled(database, "many", extent.queue(), extent.many()));
            ClaimedRuns churned = scratch.opened(many.copy("churned"));
            workplace.tell("Letting %,d runs live ...".formatted(extent.churned()));
            churned.churn(extent.churned());
            Comparison comparison = measure(workplace, extent, List.of(few, many, churned));
            comparison.fact("fsync", database.show("fsync"));
            comparison.fact("synchronous_commit", database.show("synchronous_commit"));
            comparison.fact("waiting runs", extent.queue().waiting());
            comparison.fact("held runs", 2 * extent.queue().held());
            comparison.fact("projects", extent.queue().projects());
            comparison.fact("runs per claim", extent.queue().claim());
            comparison.fact(
                    "churn",
                    "%d runs, each claimed, changed 5 times and ended, and %d renewals of all leases"
                            .formatted(
                                    extent.churned(),
                                    extent.churned() / extent.queue().claim()));
            comparison.fact("rounds", extent.rounds());
            return comparison;
        }
    }

    private static Comparison measure(Workplace workplace, Extent extent, List<ClaimedRuns> all) throws Exception {
        List<List<Measured>> measured = new ArrayList<>();
        for (ClaimedRuns runs : all) {
            measured.add(new ArrayList<>());
            runs.open();
        }
        workplace.tell("Measuring ...");
        for (int round = 0; round < extent.warmUp() + extent.rounds(); round++) {
            for (int i = 0; i < all.size(); i++) {
                int turn = (round + i) % all.size();
                Measured here = all.get(turn).measure();
                if (round >= extent.warmUp()) {
                    measured.get(turn).add(here);
                }
            }
        }
        String many = runs(extent.many());
        Comparison comparison = new Comparison(NAME, runs(extent.few()), many);
        add(comparison, "", measured.get(0), measured.get(1));
        comparison.next(many, "after churn");
        add(comparison, ", after churn", measured.get(1), measured.get(2));
        return comparison;
    }

    private static void add(Comparison comparison, String suffix, List<Measured> first, List<Measured> second) {
        add(comparison, "claim" + suffix, first, second, Measured::claim);
        add(comparison, "renewal" + suffix, first, second, Measured::renewal);
        add(comparison, "end of a run" + suffix, first, second, Measured::end);
    }

    private static void add(
            Comparison comparison,
            String figure,
            List<Measured> first,
            List<Measured> second,
            ToDoubleFunction<Measured> part) {
        for (int round = 0; round < first.size(); round++) {
            comparison.round(figure, "µs", part.applyAsDouble(first.get(round)), part.applyAsDouble(second.get(round)));
        }
        comparison.round(figure + ", p95", "µs", tail(first, part), tail(second, part));
    }

    private static double tail(List<Measured> measured, ToDoubleFunction<Measured> part) {
        double[] sorted = measured.stream().mapToDouble(part).sorted().toArray();
        return sorted[(int) Math.ceil(TAIL * sorted.length) - 1];
    }

    private static String runs(int count) {
        return String.format(Locale.ROOT, "%,d finished", count);
    }
}

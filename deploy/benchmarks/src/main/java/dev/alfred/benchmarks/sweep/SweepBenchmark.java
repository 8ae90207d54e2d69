package dev.alfred.benchmarks.sweep;

import java.util.Locale;

import dev.alfred.benchmarks.Benchmark;
import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.sweep.SweptStore.Swept;

/**
 * Compares session-store's orphan sweep over few and many state records, with the same directories on disk. An item is a
 * record, or a directory, that one full sweep looks at. In both sizes as many directories have a record as the small one
 * has records, so that the look at the directories is the same work; all mailboxes live, so that each sweep finds what
 * the one before it found.
 */
public final class SweepBenchmark implements Benchmark {
    private static final String NAME = "sweep";
    private static final int LARGE = 10_000;

    /**
     * How much is measured.
     *
     * @param sweepsOfFew sweeps that make one round's figure of the small size
     */
    record Extent(int few, int many, int directories, int rounds, int sweepsOfFew) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String about() {
        return "the orphan sweep over 1,000 and 100,000 state records, with 10,000 directories on disk";
    }

    @Override
    public Comparison run(Workplace workplace) throws Exception {
        return run(workplace, new Extent(1_000, 100_000, 10_000, 5, 5));
    }

    Comparison run(Workplace workplace, Extent extent) throws Exception {
        Comparison comparison = new Comparison(NAME, records(extent.few()), records(extent.many()));
        try (Surroundings surroundings = Surroundings.start(workplace)) {
            comparison.fact("fsync", surroundings.show("fsync"));
            comparison.fact("synchronous_commit", surroundings.show("synchronous_commit"));
            comparison.fact("directories", extent.directories());
            comparison.fact("rounds", extent.rounds());
            workplace.tell("Making %,d and %,d records, and %,d directories for each ..."
                    .formatted(extent.few(), extent.many(), extent.directories()));
            SweptStore few = surroundings.store("few", extent.few(), extent.few(), extent.directories());
            SweptStore many = surroundings.store("many", extent.many(), extent.few(), extent.directories());
            measure(workplace, extent, comparison, few, many);
            comparison.round(
                    "peak RSS", "MiB", mebibytes(few.peakResidentBytes()), mebibytes(many.peakResidentBytes()));
            comparison.round("live heap", "MiB", mebibytes(few.liveHeapInSweep()), mebibytes(many.liveHeapInSweep()));
        }
        return comparison;
    }

    private static void measure(
            Workplace workplace, Extent extent, Comparison comparison, SweptStore few, SweptStore many)
            throws Exception {
        workplace.tell("Warming up ...");
        few.sweep(2 * extent.sweepsOfFew());
        many.sweep(1);
        String before = many.tableReads();
        for (int round = 1; round <= extent.rounds(); round++) {
            workplace.tell("Round %d of %d ...".formatted(round, extent.rounds()));
            boolean fewFirst = round % 2 == 1;
            Swept first = fewFirst ? few.sweep(extent.sweepsOfFew()) : many.sweep(1);
            Swept second = fewFirst ? many.sweep(1) : few.sweep(extent.sweepsOfFew());
            add(comparison, fewFirst ? first : second, fewFirst ? second : first);
        }
        String after = many.tableReads();
        // The database rightly reads a small table whole.
        if (extent.many() >= LARGE) {
            if (!before.equals(after)) {
                throw new CannotMeasure(
                        "the sweep read a whole table: full reads were " + before + ", are " + after + ".");
            }
            comparison.fact("full reads of a table by a sweep", 0);
        }
    }

    private static void add(Comparison comparison, Swept few, Swept many) {
        comparison.round("per record", "µs", few.microsPerRecord(), many.microsPerRecord());
        comparison.round("per directory", "µs", few.microsPerDirectory(), many.microsPerDirectory());
        comparison.round("per item of a whole sweep", "µs", few.microsPerItem(), many.microsPerItem());
        comparison.round("whole sweep", "ms", few.millisPerSweep(), many.millisPerSweep());
    }

    private static String records(int count) {
        return String.format(Locale.ROOT, "%,d records", count);
    }

    private static double mebibytes(long bytes) {
        return bytes / (double) (1 << 20);
    }
}

package dev.alfred.benchmarks.prepare;

import java.io.IOException;
import java.nio.file.Path;

import dev.alfred.benchmarks.Benchmark;
import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.GitProgram;
import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.local.git.GitServer;

/**
 * Compares the stage {@code prepare} with a mirror and without one, on a repository with a long history: for the first run
 * (which fills the mirror), for a later one after nothing changed, and for one after some commits. The forge is on
 * loopback, so a network's time comes on top of what is measured; the bytes say how much of it.
 */
public final class PrepareBenchmark implements Benchmark {
    private static final String NAME = "prepare";

    /**
     * How much is measured.
     *
     * @param more commits between two runs
     */
    record Extent(int commits, int more, int rounds) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String about() {
        return "preparing a workspace of a repository of 100,000 commits, without a mirror and with one";
    }

    @Override
    public Comparison run(Workplace workplace) throws Exception {
        return run(workplace, new Extent(100_000, 10, 5));
    }

    Comparison run(Workplace workplace, Extent extent) throws Exception {
        Path program = workplace.application("agent-runner");
        try (Scratch scratch = Scratch.of(workplace, NAME)) {
            workplace.tell("Making a repository of %,d commits ...".formatted(extent.commits()));
            LongHistory history = LongHistory.make(scratch.directory(), extent.commits());
            GitServer forge = scratch.opened(GitServer.open(scratch.directory()));
            PrepareStages stages = new PrepareStages(scratch.directory(), program, forge.url(LongHistory.NAME));
            Measuring measuring = new Measuring(
                    new Comparison(NAME, "without mirror", "with mirror"), scratch.directory(), forge, stages, history);
            workplace.tell("Warming up ...");
            stages.seconds(null, history);
            forge.fetchedBytes();
            for (int round = 1; round <= extent.rounds(); round++) {
                workplace.tell("Round %d of %d ...".formatted(round, extent.rounds()));
                measuring.round(round, extent.more());
            }
            measuring.comparison.fact("commits", extent.commits());
            measuring.comparison.fact("commits between two runs", extent.more());
            measuring.comparison.fact("git", GitProgram.run(scratch.directory(), "--version"));
            measuring.comparison.fact("rounds", extent.rounds());
            return measuring.comparison;
        }
    }

    private record Measuring(
            Comparison comparison, Path directory, GitServer forge, PrepareStages stages, LongHistory history) {
        /** What one preparation took of time and network. */
        private record Cost(double seconds, double kibibytes) {}

        /** Each round has a mirror of its own, which its first run fills. */
        void round(int round, int more) throws IOException {
            Path mirror = directory.resolve("mirrors").resolve("of-round-" + round);
            boolean mirrorFirst = round % 2 == 0;
            both("first run", mirror, mirrorFirst);
            both("later, nothing changed", mirror, mirrorFirst);
            history.grow(more);
            both("later, some commits", mirror, mirrorFirst);
        }

        private void both(String figure, Path mirror, boolean mirrorFirst) throws IOException {
            Cost first = cost(mirrorFirst ? mirror : null);
            Cost second = cost(mirrorFirst ? null : mirror);
            Cost without = mirrorFirst ? second : first;
            Cost with = mirrorFirst ? first : second;
            comparison.round(figure, "s", without.seconds(), with.seconds());
            comparison.round(figure + ", fetched", "KiB", without.kibibytes(), with.kibibytes());
        }

        private Cost cost(Path mirror) throws IOException {
            double seconds = stages.seconds(mirror, history);
            return new Cost(seconds, forge.fetchedBytes() / 1024.0);
        }
    }
}

package dev.alfred.benchmarks.prepare;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.prepare.PrepareBenchmark.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The benchmark at a size that tells nothing but that it works. */
class PrepareBenchmarkIT {
    @TempDir
    Path home;

    @Test
    void measuresFirstAndLaterRunsAndLeavesNothingBehind() throws Exception {
        Workplace workplace =
                new Workplace(Path.of(System.getProperty("alfred.root")), home, new PrintWriter(new StringWriter()));

        Comparison comparison = new PrepareBenchmark().run(workplace, new Extent(2_000, 3, 1));

        assertThat(comparison.json()).startsWith("{\"bench\":\"prepare\",").contains("\"commits\":2000");
        assertThat(comparison.ratio("first run")).isPositive();
        assertThat(comparison.ratio("later, nothing changed")).isPositive();
        assertThat(comparison.ratio("later, some commits")).isPositive();
        // All of it in both; git packs the same history into some bytes more or less.
        assertThat(comparison.ratio("first run, fetched")).isBetween(0.9, 1.5);
        assertThat(comparison.ratio("later, nothing changed, fetched")).isLessThan(0.1);
        assertThat(comparison.ratio("later, some commits, fetched")).isLessThan(0.1);
        try (Stream<Path> left = Files.list(home.resolve("benchmarks"))) {
            assertThat(left).isEmpty();
        }
    }
}

package dev.alfred.benchmarks.sweep;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.sweep.SweepBenchmark.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The benchmark at a size that tells nothing but that it works. */
class SweepBenchmarkIT {
    @TempDir
    Path home;

    @Test
    void measuresBothSizesAndLeavesNothingBehind() throws Exception {
        Workplace workplace =
                new Workplace(Path.of(System.getProperty("alfred.root")), home, new PrintWriter(new StringWriter()));

        Comparison comparison = new SweepBenchmark().run(workplace, new Extent(10, 40, 30, 1, 1));

        assertThat(comparison.json()).startsWith("{\"bench\":\"sweep\",").contains("\"fsync\":\"on\"");
        assertThat(comparison.ratio("per record")).isPositive();
        assertThat(comparison.ratio("live heap")).isPositive();
        try (Stream<Path> left = Files.list(home.resolve("benchmarks"))) {
            assertThat(left).isEmpty();
        }
    }
}

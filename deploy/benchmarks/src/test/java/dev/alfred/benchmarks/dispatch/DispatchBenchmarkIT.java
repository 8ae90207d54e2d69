package dev.alfred.benchmarks.dispatch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.dispatch.DispatchBenchmark.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The benchmark at a size that tells nothing but that it works. */
class DispatchBenchmarkIT {
    @TempDir
    Path home;

    @Test
    void measuresBothQueuesAndTheWholePathAndLeavesNothingBehind() throws Exception {
        Workplace workplace =
                new Workplace(Path.of(System.getProperty("alfred.root")), home, new PrintWriter(new StringWriter()));

        Comparison comparison = new DispatchBenchmark().run(workplace, new Extent(30, 10, 2, 8, 5, 0, 1));

        assertThat(comparison.json())
                .startsWith("{\"bench\":\"dispatch\",")
                .contains("\"fsync\":\"on\"")
                .contains("\"vs_db_scheduler\":");
        assertThat(comparison.ratio("claim and end")).isPositive();
        assertThat(comparison.ratio("whole path")).isPositive();
        try (Stream<Path> left = Files.list(home.resolve("benchmarks"))) {
            assertThat(left).isEmpty();
        }
    }
}

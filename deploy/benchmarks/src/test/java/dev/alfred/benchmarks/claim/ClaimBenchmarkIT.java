package dev.alfred.benchmarks.claim;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.claim.ClaimBenchmark.Extent;
import dev.alfred.benchmarks.claim.ClaimedRuns.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The benchmark at a size that tells nothing but that it works. */
class ClaimBenchmarkIT {
    @TempDir
    Path home;

    @Test
    void measuresBothSizesAndTheChurnAndLeavesNothingBehind() throws Exception {
        Workplace workplace =
                new Workplace(Path.of(System.getProperty("alfred.root")), home, new PrintWriter(new StringWriter()));

        Comparison comparison =
                new ClaimBenchmark().run(workplace, new Extent(10, 40, 20, new Queue(50, 6, 5, 2, 4), 1, 2));

        assertThat(comparison.json()).startsWith("{\"bench\":\"claim\",").contains("\"fsync\":\"on\"");
        for (String figure : new String[] {"claim", "renewal", "end of a run"}) {
            assertThat(comparison.ratio(figure)).isPositive();
            assertThat(comparison.ratio(figure + ", p95")).isPositive();
            assertThat(comparison.ratio(figure + ", after churn")).isPositive();
        }
        try (Stream<Path> left = Files.list(home.resolve("benchmarks"))) {
            assertThat(left).isEmpty();
        }
    }
}

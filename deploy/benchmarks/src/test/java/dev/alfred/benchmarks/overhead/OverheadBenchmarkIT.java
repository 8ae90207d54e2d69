package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Workplace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The benchmark at a size that tells nothing but that it works; and that there is something to compare. */
class OverheadBenchmarkIT {
    private final Path root = Path.of(System.getProperty("alfred.root"));
    private final Path program = root.resolve("agent-runner/target/quarkus-app");

    @TempDir
    Path home;

    @BeforeEach
    void assumeACache() {
        assumeTrue(Runtime.version().feature() >= 25, "skipped: a JDK before 25 makes no AOT cache");
    }

    @Test
    void measuresWithTheCacheAndWithoutItAndLeavesNothingBehind() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "skipped: bubblewrap is not installed");

        Comparison comparison =
                new OverheadBenchmark().inRounds(new Workplace(root, home, new PrintWriter(new StringWriter())), 1);

        assertThat(comparison.json()).startsWith("{\"bench\":\"overhead\",");
        assertThat(comparison.ratio(OverheadBenchmark.OWN_CPU)).isPositive();
        assertThat(comparison.ratio("a whole run")).isPositive();
        try (Stream<Path> left = Files.list(home.resolve("benchmarks"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theCacheServesTheProgramWhereASandboxShowsItToo() throws IOException {
        Path shown = home.resolve("shown");
        run("cp", "-rp", program.toString(), shown.toString());

        String loaded = run(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:AOTCache=" + shown.resolve(OverheadBenchmark.CACHE),
                "-Xlog:class+load",
                "-jar",
                shown.resolve("quarkus-run.jar").toString(),
                "help");

        assertThat(loaded)
                .contains("dev.alfred.runner.stage.AgentRunner source: shared objects file")
                .contains("com.fasterxml.jackson.databind.ObjectMapper source: shared objects file");
    }

    private static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(printed).isZero();
        return printed;
    }
}

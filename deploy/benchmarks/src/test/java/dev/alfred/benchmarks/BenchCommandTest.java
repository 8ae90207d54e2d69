package dev.alfred.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class BenchCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "nothing"})
    void saysWhichBenchmarksThereAre(String name) {
        StringWriter told = new StringWriter();
        CommandLine line = BenchCommand.line().setErr(new PrintWriter(told));

        int status = name.isEmpty() ? line.execute() : line.execute(name);

        assertThat(status).isEqualTo(1);
        assertThat(told.toString()).startsWith("alfred: ").contains("sweep: the orphan sweep");
    }

    @Test
    void theScriptKnowsTheSameBenchmarks() throws IOException {
        List<String> names =
                BenchCommand.BENCHMARKS.stream().map(Benchmark::name).toList();

        assertThat(Files.readAllLines(Path.of("../../alfred")))
                .contains("BENCHMARKS=\"" + String.join(" ", names) + "\"");
    }
}

package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The program as a process of its own. */
class SigtermTest {
    @TempDir
    private Path directory;

    @Test
    void endsTheAgentTellsItsResultAndExitsWithOne() throws IOException, InterruptedException {
        Attempts attempts = Attempts.on(directory);
        attempts.scenario("stubborn");
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        Process stage = start(attempt, "run");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.readString(directory.resolve("out")).contains("\"type\":\"session\""));
        List<ProcessHandle> children = stage.descendants().toList();

        stage.destroy();

        assertThat(stage.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(stage.exitValue()).isEqualTo(1);
        Termination termination =
                ContractJson.mapper().readValue(attempt.layout.termination().toFile(), Termination.class);
        assertThat(termination.reason()).isEqualTo(ExitReason.CANCELLED);
        assertThat(termination.sessionId()).isNotNull();
        assertThat(Files.readString(directory.resolve("out"))).contains("\"type\":\"result\"");
        assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void detectsWhatIsInstalled() throws IOException, InterruptedException {
        Attempts attempts = Attempts.on(directory);
        Attempts.Attempt attempt = attempts.next();

        Process detect = start(attempt, "detect");

        assertThat(detect.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(detect.exitValue()).isZero();
        assertThat(Files.readString(directory.resolve("out")))
                .isEqualTo("{\"adapter\":\"claude-code\",\"version\":\"2.1.328\",\"path\":\"%s\"}\n"
                        .formatted(directory.resolve("agents/bin/claude")));
    }

    @Test
    void aStageThatCantLeaveItsEndFailsWithoutWaitingForAnything() throws IOException, InterruptedException {
        Attempts attempts = Attempts.on(directory);
        Attempts.Attempt attempt = attempts.next();
        Path noDirectory = attempt.layout.termination().getParent();
        Files.deleteIfExists(noDirectory);
        Files.createFile(noDirectory);

        Process stage = start(attempt, "prepare");

        assertThat(stage.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(stage.exitValue()).isEqualTo(1);
        assertThat(Files.readString(directory.resolve("err")))
                .contains("the termination message can't be written")
                .doesNotContain("did not end in time");
    }

    private Process start(Attempts.Attempt attempt, String command) throws IOException {
        ProcessBuilder builder = attempt.program(command);
        builder.redirectError(directory.resolve("err").toFile());
        builder.redirectOutput(directory.resolve("out").toFile());
        return builder.start();
    }
}

package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.orchestrator.launch.Observation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is removed with an attempt, what of an attempt that was never finished, and what is not. */
class AttemptRemovalTest extends ScriptedSupervisor {
    @Test
    void aRemovedAttemptIsGoneWithItsProcesses() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();
        ProcessMark supervisor = supervisor();

        attempts.remove(launched.getFirst());
        attempts.remove(launched.getFirst());

        assertThat(supervisor.alive()).isFalse();
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Gone.class);
        try (Stream<Path> left = Files.list(base)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("starts");
        }
    }

    @Test
    void aHostileWorkspaceIsRemovedAndNothingBeyondIt() throws IOException, InterruptedException {
        supervisorThat("printf '{\"cause\":\"none\"}' > ended.json");
        launch(attempts);
        awaitEnd();
        Path precious = Files.writeString(
                Files.createDirectory(directory.resolve("precious")).resolve("file"), "keep");
        Process hostile = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        "mkdir workspace; cd workspace; ln -s " + directory.resolve("precious")
                                + " link; mkdir closed; touch closed/x; chmod 0 closed;"
                                + " p=$(printf 'd/%.0s' {1..1500}); mkdir -p $p e/$p && mv d e/$p")
                .directory(attempt().toFile())
                .start();
        assertThat(hostile.waitFor()).isZero();

        attempts.remove(launched.getFirst());

        assertThat(precious).hasContent("keep");
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Gone.class);
    }

    @Test
    void whatAKilledProcessLeftUnfinishedIsRemovedWithoutAnotherRestart() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        Path old = anHourOld(
                Files.createDirectories(base.resolve(".new-123/credentials")).getParent());
        Path detection = anHourOld(Files.createDirectory(base.resolve(".detect-123")));
        Path inTheMaking = Files.createDirectory(base.resolve(".new-456"));

        attempts.removeLeftovers();

        assertThat(old).doesNotExist();
        assertThat(detection).doesNotExist();
        assertThat(inTheMaking).exists();
        awaitRunning();
    }

    @Test
    void aLeftoverThatResistsKeepsNoOtherOne() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        Path resisting = Files.createDirectory(base.resolve(".detect-1"));
        Files.writeString(resisting.resolve("supervisor.json"), "no JSON");
        anHourOld(resisting);
        Path other = anHourOld(Files.createDirectory(base.resolve(".new-2")));
        Path another = anHourOld(Files.createDirectory(base.resolve(".a-3")));

        assertThatThrownBy(attempts::removeLeftovers).isInstanceOf(UncheckedIOException.class);

        assertThat(other).doesNotExist();
        assertThat(another).doesNotExist();
        awaitRunning();
    }

    private static Path anHourOld(Path path) throws IOException {
        return Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    }
}

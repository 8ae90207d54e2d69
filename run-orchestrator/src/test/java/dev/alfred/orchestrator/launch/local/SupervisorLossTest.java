package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Observation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is seen of an attempt whose supervisor died or never began. */
class SupervisorLossTest extends ScriptedSupervisor {
    @Test
    void aKilledSupervisorsAttemptHasEndedAndItsLogIsStillRead() throws IOException, InterruptedException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        kill(supervisor());

        Observation.Ended ended = awaitEnd();
        assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST);
        assertThat(ended.detail()).contains("killed");
        assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE);
        assertThat(texts(ended.log())).containsExactly("one", "two", "half");
    }

    @Test
    void anAttemptFromBeforeTheMachinesStartIsLost() throws IOException, InterruptedException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();
        ProcessMark real = supervisor();
        Files.write(
                attempt().resolve("supervisor.json"),
                ContractJson.mapper()
                        .writeValueAsBytes(new ProcessMark(
                                real.pid(), real.startTicks(), "00000000-0000-0000-0000-000000000000")));

        Observation seen = attempts.observe(launched.getFirst(), 0);

        assertThat(seen).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST);
            assertThat(ended.detail()).contains("started anew");
        });
        assertThat(real.alive()).as("another process is left alone").isTrue();
        kill(real);
    }

    @Test
    void aSupervisorThatDiedAfterItsLastStageLosesNothing() throws IOException {
        supervisorThat(
                "begin publish; finish prepare 0; finish run 0; finish publish 0; echo result > log; kill -9 $$");
        launch(attempts);

        Observation.Ended ended = awaitEnd();

        assertThat(ended.cause()).isEqualTo(ExitReason.NONE);
        assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE, Stage.RUN, Stage.PUBLISH);
    }

    @Test
    void anAttemptWhoseSupervisorNeverBeganIsGivenUp() throws IOException {
        Files.writeString(javaHome.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(javaHome.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));
        launch(attempts);
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Starting.class);

        Files.setLastModifiedTime(
                attempt().resolve("supervise.json"), FileTime.from(Instant.now().minusSeconds(600)));

        assertThat(attempts.observe(launched.getFirst(), 0))
                .isInstanceOfSatisfying(
                        Observation.Ended.class,
                        ended -> assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST));
    }

    private static void kill(ProcessMark process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-KILL", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}

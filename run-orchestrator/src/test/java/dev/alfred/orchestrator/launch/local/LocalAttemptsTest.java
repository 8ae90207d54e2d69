package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Attempts that are launched, found again, adopted and stopped. */
class LocalAttemptsTest extends ScriptedSupervisor {
    @Test
    void launchingAgainFindsWhatWasLaunched() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);

        LaunchOutcome first = launch(attempts);
        awaitRunning();
        LaunchOutcome second = launch(onNode("here"));

        assertThat(first).isInstanceOf(LaunchOutcome.Launched.class);
        assertThat(second).isEqualTo(new LaunchOutcome.AlreadyRunning(launched.getFirst()));
        assertThat(base.resolve("starts")).hasContent("started");
    }

    @Test
    void aLaunchThatWasCutShortBeforeItsSupervisorIsFinishedByTheNext() throws IOException {
        supervisorThat("exit 1");
        launch(attempts);
        await().until(() -> Files.exists(attempt().resolve("supervisor.json")));
        Files.delete(base.resolve(launched.getFirst().handle()).resolve("supervisor.json"));
        supervisorThat(RUNS_UNTIL_TOLD);

        assertThat(launch(attempts)).isInstanceOf(LaunchOutcome.AlreadyRunning.class);

        awaitRunning();
    }

    @Test
    void anAttemptThatIsNoLongerWantedIsNotBegunAndLeavesNothing() throws IOException {
        supervisorThat("touch '%s'".formatted(directory.resolve("begun")));

        assertThat(launch(attempts, () -> false)).isEqualTo(new LaunchOutcome.NotWanted());

        assertThat(base).isEmptyDirectory();
        assertThat(directory.resolve("begun")).doesNotExist();
    }

    @Test
    void anotherProcessAdoptsTheAttemptAndReadsOnWhereTheLogWasLeft() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        Observation.Running seen = (Observation.Running) onNode("here").observe(launched.getFirst(), 1);

        assertThat(seen.stage()).isEqualTo(Stage.RUN);
        assertThat(seen.ended()).containsOnlyKeys(Stage.PREPARE);
        assertThat(seen.log())
                .isEqualTo(
                        new Observation.LogLines(List.of(new Observation.LogLines.Line(Stage.RUN, "two")), 2, false));
    }

    @Test
    void onlyItsOwnMachineKnowsAnAttempt() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        assertThat(onNode("elsewhere").observe(launched.getFirst(), 0)).isInstanceOf(Observation.Unreachable.class);
    }

    @Test
    void aStopTellsTheSupervisorHowLongItMayTake() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        attempts.stop(launched.getFirst(), Duration.ofSeconds(7));

        Observation.Ended ended = awaitEnd();
        assertThat(ended.cause()).isEqualTo(ExitReason.CANCELLED);
        assertThat(texts(ended.log())).containsExactly("one", "two", "halfstopped within 7000");
    }
}

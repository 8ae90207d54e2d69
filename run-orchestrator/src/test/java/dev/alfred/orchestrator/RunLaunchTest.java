package dev.alfred.orchestrator;

import java.time.Duration;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** What becomes of a run whose launcher refuses it, or does not say what became of the launch. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunLaunchTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    @Test
    void aRefusedLaunchFailsByItsName() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.answers(new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "no room for such a thing"));

        runs.request(request);

        runs.ended(request, RunState.FAILED);
        RunSteps.view(request).body("exitReason", equalTo("launch_refused"));
    }

    @Test
    void aRunWhoseLaunchIsNotKnownKeepsItsMailboxAndItsRunnerIsFound() {
        RunRequested request = ARunRequest.aRun().inMailbox(4711).build();
        RunRequested next = ARunRequest.aRun().inMailbox(4711).of(Phase.CI_FIX).build();
        launcher.loseAnswers(true);

        runs.request(request);
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("starting"))
                        .body("reason", equalTo("launcher_unreachable")));
        runs.request(next);
        await().during(Duration.ofSeconds(2))
                .atMost(SOON)
                .untilAsserted(() -> assertThat(launcher.orders(next.run())).isEmpty());
        launcher.loseAnswers(false);

        succeeds(request);
        assertThat(launcher.orders(request.run())).hasSize(1);
        succeeds(next);
    }

    @Test
    void aRunWhoseLaunchIsNotKnownEndsOnlyWithItsRunnerRemoved() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.answers(new LaunchOutcome.Unreachable("connection reset"));
        runs.request(request);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("state", equalTo("starting")));

        runs.cancel(request);

        runs.ended(request, RunState.CANCELLED);
        assertThat(launcher.removed(request.run(), 1)).isTrue();
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    private void succeeds(RunRequested request) {
        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }
}

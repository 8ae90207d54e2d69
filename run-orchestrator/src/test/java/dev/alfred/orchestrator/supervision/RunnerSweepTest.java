package dev.alfred.orchestrator.supervision;

import java.util.List;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunnerSweepTest extends RunScene {
    @Inject
    RunnerSweep sweep;

    @Test
    void aRunnerThatCanNotBeRemovedKeepsNoOtherOne() {
        RunRequested resisting = endedButNotRemoved();
        RunRequested other = endedButNotRemoved();
        launcher.resistsRemoval(other.run(), false);

        sweep.sweep();

        assertThat(launcher.removed(other.run(), 1)).isTrue();
        assertThat(launcher.removed(resisting.run(), 1)).isFalse();
        launcher.resistsRemoval(resisting.run(), false);
        sweep.sweep();
        assertThat(launcher.removed(resisting.run(), 1)).isTrue();
    }

    private RunRequested endedButNotRemoved() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.resistsRemoval(request.run(), true);
        runs.request(request);
        runs.launched(request, 1)
                .ends(new StageResult.Prepared(ExitReason.SETUP_FAILED, "no", null, false, null, List.of()));
        await().atMost(SOON).untilAsserted(() -> runs.ended(request, RunState.FAILED));
        return request;
    }
}

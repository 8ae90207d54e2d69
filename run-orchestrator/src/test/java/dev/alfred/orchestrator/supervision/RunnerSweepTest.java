package dev.alfred.orchestrator.supervision;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunnerSweepTest extends RunScene {
    @Inject
    RunnerSweep sweep;

    @Inject
    AgroalDataSource dataSource;

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

    @Test
    void manyThatNothingHereCanRemoveKeepNoOtherOneWaiting() throws SQLException {
        RunRequested other = endedButNotRemoved();
        outOfReach(other, 120);
        launcher.resistsRemoval(other.run(), false);

        sweep.sweep();

        assertThat(launcher.removed(other.run(), 1)).isTrue();
    }

    /** Older attempts whose launcher only another instance has. */
    private void outOfReach(RunRequested request, int attempts) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("""
                        INSERT INTO run_attempt (run, attempt, fresh_id, runner, prepared_at, runner_ref, ended_at)
                        SELECT ?, 1000 + n, gen_random_uuid(), 'kubernetes', now(),
                            'kubernetes:runners/a-pod#' || ? || '#' || 1000 + n, now() - interval '1 day'
                        FROM generate_series(1, ?) AS n
                        """)) {
            insert.setObject(1, request.run());
            insert.setString(2, request.run().toString());
            insert.setInt(3, attempts);
            insert.executeUpdate();
        }
    }

    @AfterEach
    void forgetWhatIsOutOfReach() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement delete = connection.createStatement()) {
            delete.execute("DELETE FROM run_attempt WHERE attempt > 1000");
        }
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

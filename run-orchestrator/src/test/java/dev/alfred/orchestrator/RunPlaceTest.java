package dev.alfred.orchestrator;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

/** What becomes of a run for which there is no place to run in. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunPlaceTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    @Inject
    AgroalDataSource dataSource;

    @Test
    void aRunForAPoolThatIsNotThereSaysSoAndGoesOnWhenItIs() {
        String pool = "pool-" + UUID.randomUUID().toString().substring(0, 8);
        RunRequested request = ARunRequest.aRun().inPool(pool).build();

        runs.request(request);
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("unknown_pool")));
        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .contentType("application/json")
                .body("{\"capacity\": 1}")
                .put("/runner-pools/" + pool)
                .then()
                .statusCode(200);

        runs.launched(request, 1);
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunThatAQuotaKeepsOutWaitsInTheQueueAndLosesNoAttempt() throws SQLException {
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        launcher.answers(new LaunchOutcome.NotNow("quota", "exceeded quota: runners, requested: pods=1"));

        runs.request(request);
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("quota"))
                        .body("detail", containsString("requested: pods=1")));
        launcher.answers(null);
        letsItsPausePass(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
        RunSteps.view(request).body("attempt", equalTo(1));
    }

    @Test
    void aRunThatAQuotaKeepsOutIsCancelledAtOnce() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.answers(new LaunchOutcome.NotNow("quota", "exceeded quota"));
        runs.request(request);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", equalTo("quota")));

        runs.cancel(request);

        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunnerWithoutAPlaceSaysWhyAndGoesOnWhenItHasOne() {
        launcher.keepsWaiting("unschedulable");
        RunRequested request = ARunRequest.aRun().build();

        runs.request(request);
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("running"))
                        .body("reason", equalTo("unschedulable"))
                        .body("detail", equalTo("told of unschedulable")));
        runs.launched(request, 1).waitsFor(null);

        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("running"))
                        .body("reason", nullValue())
                        .body("detail", nullValue()));
        launcher.runner(request.run(), 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunnerThatWaitsTooLongIsGivenUpAndCountsAsNoAttempt() throws SQLException {
        launcher.keepsWaiting("unschedulable");
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        runs.request(request);

        runs.launched(request, 1).isOverdue();
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("unschedulable"))
                        .body("detail", equalTo("told of unschedulable"))
                        .body("attempts.detail", hasItem(containsString("never began, unschedulable"))));
        assertThat(launcher.removed(request.run(), 1)).isTrue();
        assertThat(peers.records(request.run()))
                .singleElement()
                .extracting(RecordSession::cliStarted)
                .isEqualTo(false);
        launcher.keepsWaiting(null);
        letsItsPausePass(request);

        runs.launched(request, 2)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunWhoseRunnerWaitsIsCancelled() {
        launcher.keepsWaiting("volume_unavailable");
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", equalTo("volume_unavailable")));

        runs.cancel(request);

        runs.ended(request, RunState.CANCELLED);
        assertThat(launcher.removed(request.run(), 1)).isTrue();
    }

    /** What a runner waits before its first stage is none of the time that it may run. */
    @Test
    void aRunnerThatWaitedForLongHasAllItsTime() throws SQLException {
        launcher.keepsWaiting("scheduling_gated");
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", equalTo("scheduling_gated")));

        execute(
                "UPDATE run_attempt SET starting_at = starting_at - interval '1 day', deadline = deadline - interval '1 day'"
                        + " WHERE run = ?",
                request);
        runs.launched(request, 1).waitsFor(null);

        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", nullValue()));
        launcher.runner(request.run(), 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    private void letsItsPausePass(RunRequested request) throws SQLException {
        execute("UPDATE run SET not_before = clock_timestamp() WHERE id = ?", request);
    }

    private void execute(String statement, RunRequested request) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setObject(1, request.run());
            prepared.executeUpdate();
        }
    }
}

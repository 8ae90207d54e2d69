package dev.alfred.orchestrator;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.LaunchOrder;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

/** What becomes of a run whose runner or agent fails. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunFailureTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    @Inject
    AgroalDataSource dataSource;

    @Test
    void aLostResultLeadsToAnotherAttemptWithAnotherFreshId() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .endsWithoutResult(RunSteps.published(false));
        FakeLauncher.Runner second = runs.launched(request, 2);
        assertThat(launcher.removed(request.run(), 1)).isTrue();
        List<LaunchOrder> orders = launcher.orders(request.run());
        assertThat(orders.get(1).spec().session().freshId())
                .isNotEqualTo(orders.get(0).spec().session().freshId());
        assertThat(orders.get(1).spec().baseCommit()).isEqualTo("c0ffee00");
        second.ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(trail.of(request.run())).containsExactly("started", "started", "succeeded"));
        assertThat(peers.records(request.run()))
                .extracting(RecordSession::attempt)
                .containsExactly(1, 2);
        assertThat(peers.resolutions(request.run()))
                .extracting(asked -> asked.attempt())
                .containsExactly(1, 2);
        RunSteps.view(request)
                .body("usage.inputTokens", equalTo(200))
                .body("attempts.exitReason", hasItem("result_lost"));
    }

    @Test
    void afterAForgeThatCouldNotBeReachedAnotherAttemptWaitsAndSaysWhy() throws Exception {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(new StageResult.Prepared(
                        ExitReason.FORGE_UNREACHABLE, "connection refused", null, false, null, List.of()));
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("forge_unreachable"))
                        .body("attempts.exitReason", hasItem("forge_unreachable")));
        assertThat(rows(
                        "SELECT FROM run WHERE not_before > clock_timestamp() + interval '1 minute' AND id = ?",
                        request))
                .isEqualTo(1);
        assertThat(launcher.orders(request.run())).hasSize(1);
        rows("UPDATE run SET not_before = clock_timestamp() WHERE id = ?", request);

        runs.launched(request, 2)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunThatWaitsForAnotherAttemptIsCancelledAtOnce() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        runs.launched(request, 1)
                .ends(new StageResult.Prepared(
                        ExitReason.FORGE_UNREACHABLE, "connection refused", null, false, null, List.of()));
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("state", equalTo("queued")));

        runs.cancel(request);

        runs.ended(request, RunState.CANCELLED);
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    @Test
    void aPublicationThatTheAgentOnlyClaimsIsNotBelieved() {
        RunRequested request =
                ARunRequest.aRun().of(Phase.DEVELOPMENT).withAttempts(2).build();
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1).ends(RunSteps.prepared());

        StageScript.of(new StageResult.Published(ExitReason.NONE, null, "bad0bad0", 1, true))
                .lines()
                .forEach(runner::prints);
        await().atMost(SOON).until(() -> log(request).contains("publish's result"));
        runner.vanishes();

        runs.launched(request, 2);
    }

    @Test
    void aResultOfPrepareIsNotReplacedByWhatTheAgentPrints() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1).ends(RunSteps.prepared());

        StageScript.of(new StageResult.Prepared(ExitReason.NONE, null, "bad0bad0", false, null, List.of()))
                .lines()
                .forEach(runner::prints);
        runner.ends(RunSteps.ran(SESSION, false, null)).ends(RunSteps.published(false));

        runs.ended(request, RunState.SUCCEEDED);
        RunSteps.view(request).body("attempt", equalTo(1)).body("baseCommit", equalTo("c0ffee00"));
    }

    @Test
    void aLineIsLoggedWithTheStageThatPrintedItWheneverItIsRead() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .printsAndEnds("cloning", RunSteps.prepared())
                .printsAndEnds("working", RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        assertThat(events(request))
                .contains("\"stage\":\"prepare\",\"text\":\"cloning\"")
                .contains("\"stage\":\"run\",\"text\":\"working\"");
    }

    @Test
    void aRunWhoseRunnersVanishIsLostInTheEnd() {
        RunRequested request = ARunRequest.aRun().withAttempts(2).build();
        runs.request(request);

        runs.launched(request, 1).vanishes();
        runs.launched(request, 2).vanishes();

        runs.ended(request, RunState.LOST);
        RunSteps.view(request).body("exitReason", equalTo("runner_lost"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "started", "lost"));
    }

    @Test
    void aFailureOfTheAgentIsNotTriedAgain() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(new StageResult.Ran(ExitReason.AGENT_FAILED, "exit status 3", null, "2.1.328", null));

        runs.ended(request, RunState.FAILED);
        RunSteps.view(request).body("exitReason", equalTo("agent_failed")).body("detail", equalTo("exit status 3"));
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    private int rows(String statement, RunRequested request) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setObject(1, request.run());
            if (!prepared.execute()) {
                return prepared.getUpdateCount();
            }
            try (ResultSet found = prepared.getResultSet()) {
                return found.next() ? 1 : 0;
            }
        }
    }

    private static String log(RunRequested request) {
        return read(request, "text/plain");
    }

    private static String events(RunRequested request) {
        return read(request, "text/event-stream");
    }

    private static String read(RunRequested request, String form) {
        return given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .accept(form)
                .get("/runs/" + request.run() + "/log")
                .asString();
    }
}

package dev.alfred.orchestrator;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.LaunchOrder;
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

/** What becomes of a run whose launcher, runner or agent fails. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunFailureTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    /** As the profile has it. */
    private static final ModelPrice PRICE = new ModelPrice(BigDecimal.TWO, BigDecimal.TWO, BigDecimal.TEN);

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
    void whatALostRunUsedCounts() {
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .prints(new RunnerLine.Used(new Usage(60, 0, 5, null)))
                .prints(new RunnerLine.Used(new Usage(100, 10, 20, null)))
                .dies(ExitReason.RUNNER_LOST);

        runs.ended(request, RunState.LOST);
        RunSteps.view(request)
                .body("usage.inputTokens", equalTo(100))
                .body("usage.cachedInputTokens", equalTo(10))
                .body("usage.outputTokens", equalTo(20));
    }

    @Test
    void aResultThatClaimsMoreThanARunCanUseIsNoneAndHoldsNothingUp() {
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        runs.request(request);
        Usage absurd = new Usage(Long.MAX_VALUE, 0, 0, new BigDecimal("1e30"));

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, absurd))
                .ends(RunSteps.published(false));

        runs.ended(request, RunState.LOST);
        RunSteps.view(request).body("exitReason", equalTo("result_lost"));
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

    @Test
    void anotherAttemptHasWhatTheFirstLeftOfTheRunsBudget() {
        RunRequested request = ARunRequest.aRun().by(AdapterId.CODEX).build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, new Usage(500_000, 0, 25_000, new BigDecimal("1.25"))))
                .endsWithoutResult(RunSteps.published(false));
        runs.launched(request, 2);

        assertThat(launcher.orders(request.run()))
                .extracting(order -> order.spec().limits().budget())
                .map(budget -> new Budget(budget.usd().stripTrailingZeros(), budget.tokens(), budget.price()))
                .containsExactly(
                        new Budget(BigDecimal.valueOf(5), 2_000_000, PRICE),
                        new Budget(new BigDecimal("3.75"), 1_475_000, PRICE));
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void noAttemptFollowsOneThatUsedUpTheRunsBudget() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, new Usage(2_000_000, 0, 1, null)))
                .endsWithoutResult(RunSteps.published(false));

        runs.ended(request, RunState.FAILED);
        assertThat(launcher.orders(request.run())).hasSize(1);
        RunSteps.view(request)
                .body("exitReason", equalTo("budget"))
                .body("detail", containsString("2000001 of 2000000 tokens"))
                .body("usage.inputTokens", equalTo(2_000_000))
                .body("session.nativeId", equalTo(SESSION));
    }

    @Test
    void aRunThatIsEndedForItsBudgetFailsAtOnceAndItsSessionGoesOn() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(new StageResult.Ran(
                        ExitReason.BUDGET,
                        "the run's budget is used up",
                        RunSteps.ran(SESSION, new Usage(100, 0, 1, new BigDecimal("5.01")))
                                .llm(),
                        "2.1.328",
                        null));

        runs.ended(request, RunState.FAILED);
        assertThat(launcher.orders(request.run())).hasSize(1);
        RunSteps.view(request).body("exitReason", equalTo("budget")).body("usage.costUsd", equalTo(5.01f));
        assertThat(peers.records(request.run()))
                .singleElement()
                .satisfies(record -> assertThat(record.resumable()).isTrue());
    }

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

package dev.alfred.orchestrator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunLifeTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    @Inject
    FakeLauncher launcher;

    @ThePeers
    Peers peers;

    RunTrail trail;

    @BeforeEach
    void begin() {
        trail = new RunTrail();
        peers.behave();
        launcher.answers(null);
    }

    @AfterEach
    void end() {
        trail.close();
    }

    @Test
    void aRequestedRunIsLaunchedSupervisedRecordedAndReported() {
        RunRequested request = ARunRequest.aRun().build();

        request(request);
        FakeLauncher.Runner runner = launched(request, 1);
        LaunchOrder order = launcher.orders(request.run()).getFirst();
        assertThat(order.fullPrompt()).isEqualTo("Sort the shelves.");
        assertThat(order.state()).isEqualTo(new StateLocation.Directory("/state/of/this/mailbox"));
        assertThat(order.providerSecrets()).containsEntry("ANTHROPIC_API_KEY", "invented-key");
        assertThat(order.spec().namedSession()).isTrue();
        assertThat(order.spec().useDelta()).isFalse();
        assertThat(order.spec().session().resumeId()).isNull();
        assertThat(order.egress().of(Stage.RUN))
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("127.0.0.1:8086", "registry.example:443");
        assertThat(order.egress().of(Stage.PREPARE))
                .extracting(Object::toString)
                .containsExactly("127.0.0.1:9");

        String freshId = order.spec().session().freshId();
        runner.ends(prepared()).prints(new RunnerLine.Session(freshId, false)).prints("not even JSON \u0000");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "session-known"));
        runner.ends(ran(freshId, false, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(trail.of(request.run())).containsExactly("started", "session-known", "succeeded"));
        RecordSession record = peers.records(request.run()).getLast();
        assertThat(record.nativeSessionId()).isEqualTo(freshId);
        assertThat(record.resumeFallback()).isEqualTo(ResumeFallback.NO_PRIOR_SESSION);
        assertThat(record.outcome()).isEqualTo(RunState.SUCCEEDED);
        view(request)
                .body("session.name", equalTo(request.branch().name()))
                .body("session.nativeId", equalTo(freshId))
                .body("session.mode", equalTo("fresh"))
                .body("session.reason", equalTo("no_prior_session"))
                .body("usage.inputTokens", equalTo(100))
                .body("result.text", equalTo("A plan."))
                .body("attempt", equalTo(1))
                .body("exitReason", equalTo("none"));
        await().atMost(SOON).until(() -> launcher.removed(request.run(), 1));
        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .accept("text/plain")
                .get("/runs/" + request.run() + "/log")
                .then()
                .statusCode(200)
                .body(org.hamcrest.Matchers.containsString("not even JSON"));
    }

    @Test
    void aResumedRunGetsTheDeltaThatFitsAndSaysSo() {
        UUID earlier = UUID.randomUUID();
        RunRequested request =
                ARunRequest.aRun().of(Phase.ANSWER).withDeltaSince(earlier).build();
        peers.resolvesTo(new SessionResolution(
                SESSION, null, null, null, earlier, false, new StateLocation.Directory("/state")));

        request(request);
        FakeLauncher.Runner runner = launched(request, 1);
        assertThat(launcher.orders(request.run()).getFirst().spec().useDelta()).isTrue();
        assertThat(launcher.orders(request.run()).getFirst().spec().session().resumeId())
                .isEqualTo(SESSION);
        runner.ends(prepared()).ends(ran(SESSION, true, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);

        view(request)
                .body("session.mode", equalTo("resumed"))
                .body("session.reason", nullValue())
                .body("deltaSince", equalTo(earlier.toString()));
        assertThat(peers.records(request.run()).getLast().resumed()).isTrue();
    }

    @Test
    void aDeltaThatBuildsOnAnotherRunIsNotUsed() {
        RunRequested request =
                ARunRequest.aRun().withDeltaSince(UUID.randomUUID()).build();
        peers.resolvesTo(new SessionResolution(
                SESSION, null, null, null, UUID.randomUUID(), false, new StateLocation.Directory("/state")));

        request(request);
        launched(request, 1);

        assertThat(launcher.orders(request.run()).getFirst().spec().useDelta()).isFalse();
        cancel(request);
        ended(request, RunState.CANCELLED);
    }

    @Test
    void aDuplicateRequestStartsNothingTwice() {
        RunRequested request = ARunRequest.aRun().build();

        trail.send(request, request.mailbox().value(), "same-record-" + request.run());
        trail.send(request, request.mailbox().value(), "same-record-" + request.run());
        trail.send(request, request.mailbox().value(), "sent-anew-" + request.run());
        launched(request, 1).ends(prepared()).ends(ran(SESSION, false, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "succeeded"));
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    @Test
    void aRunWaitsForSessionStoreAndNeverStartsWithoutIt() {
        RunRequested request = ARunRequest.aRun().build();
        peers.sessionStoreIsAway();

        request(request);
        await().atMost(SOON)
                .untilAsserted(() -> view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("session_store_unreachable")));
        assertThat(launcher.orders(request.run())).isEmpty();
        peers.behave();

        launched(request, 1).ends(prepared()).ends(ran(SESSION, false, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunIsNotReportedAsEndedBeforeItsSessionIsRecorded() {
        RunRequested request = ARunRequest.aRun().build();
        request(request);
        FakeLauncher.Runner runner = launched(request, 1);
        peers.sessionStoreIsAway();

        runner.ends(prepared()).ends(ran(SESSION, false, null)).ends(published(false));
        await().atMost(SOON)
                .untilAsserted(() -> view(request)
                        .body("state", equalTo("running"))
                        .body("reason", equalTo("session_store_unreachable")));
        assertThat(trail.of(request.run())).doesNotContain("succeeded");
        peers.behave();

        ended(request, RunState.SUCCEEDED);
        view(request).body("reason", nullValue());
    }

    @Test
    void aRunOfAClosedMailboxIsCancelled() {
        RunRequested request = ARunRequest.aRun().build();
        peers.mailboxIsClosed();

        request(request);

        ended(request, RunState.CANCELLED);
        view(request).body("exitReason", equalTo("mailbox_closed"));
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    @Test
    void aCancelThatComesBeforeItsRequestHolds() {
        RunRequested request = ARunRequest.aRun().build();

        cancel(request);
        request(request);

        ended(request, RunState.CANCELLED);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("cancelled"));
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    @Test
    void aCancelStopsTheRunnerAndTheSessionIsKept() {
        RunRequested request = ARunRequest.aRun().build();
        request(request);
        FakeLauncher.Runner runner = launched(request, 1);
        runner.ends(prepared()).prints(new RunnerLine.Session(SESSION, false));
        await().atMost(SOON).until(() -> trail.of(request.run()).contains("session-known"));

        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .post("/runs/" + request.run() + "/cancel")
                .then()
                .statusCode(202);

        ended(request, RunState.CANCELLED);
        assertThat(runner.stopped()).isTrue();
        RecordSession record = peers.records(request.run()).getLast();
        assertThat(record.nativeSessionId()).isEqualTo(SESSION);
        assertThat(record.outcome()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void aLostResultLeadsToAnotherAttemptWithAnotherFreshId() {
        RunRequested request = ARunRequest.aRun().build();
        request(request);

        launched(request, 1).ends(prepared()).ends(ran(SESSION, false, null)).endsWithoutResult(published(false));
        FakeLauncher.Runner second = launched(request, 2);
        assertThat(launcher.removed(request.run(), 1)).isTrue();
        List<LaunchOrder> orders = launcher.orders(request.run());
        assertThat(orders.get(1).spec().session().freshId())
                .isNotEqualTo(orders.get(0).spec().session().freshId());
        assertThat(orders.get(1).spec().baseCommit()).isEqualTo("c0ffee00");
        second.ends(prepared()).ends(ran(SESSION, false, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(trail.of(request.run())).containsExactly("started", "started", "succeeded"));
        assertThat(peers.records(request.run()))
                .extracting(RecordSession::attempt)
                .containsExactly(1, 2);
        assertThat(peers.resolutions(request.run()))
                .extracting(asked -> asked.attempt())
                .containsExactly(1, 2);
        view(request).body("usage.inputTokens", equalTo(200)).body("attempts.exitReason", hasItem("result_lost"));
    }

    @Test
    void aRunWhoseRunnersVanishIsLostInTheEnd() {
        RunRequested request = ARunRequest.aRun().withAttempts(2).build();
        request(request);

        launched(request, 1).vanishes();
        launched(request, 2).vanishes();

        ended(request, RunState.LOST);
        view(request).body("exitReason", equalTo("runner_lost"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "started", "lost"));
    }

    @Test
    void aFailureOfTheAgentIsNotTriedAgain() {
        RunRequested request = ARunRequest.aRun().build();
        request(request);

        launched(request, 1)
                .ends(prepared())
                .ends(new StageResult.Ran(ExitReason.AGENT_FAILED, "exit status 3", null, "2.1.328", null));

        ended(request, RunState.FAILED);
        view(request).body("exitReason", equalTo("agent_failed")).body("detail", equalTo("exit status 3"));
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    @Test
    void aRunForAPoolThatIsNotThereSaysSoAndGoesOnWhenItIs() {
        String pool = "pool-" + UUID.randomUUID().toString().substring(0, 8);
        RunRequested request = ARunRequest.aRun().inPool(pool).build();

        request(request);
        await().atMost(SOON)
                .untilAsserted(
                        () -> view(request).body("state", equalTo("queued")).body("reason", equalTo("unknown_pool")));
        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .contentType("application/json")
                .body("{\"capacity\": 1}")
                .put("/runner-pools/" + pool)
                .then()
                .statusCode(200);

        launched(request, 1);
        cancel(request);
        ended(request, RunState.CANCELLED);
    }

    @Test
    void aRefusedLaunchFailsByItsName() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.answers(new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "no room for such a thing"));

        request(request);

        ended(request, RunState.FAILED);
        view(request).body("exitReason", equalTo("launch_refused"));
    }

    @Test
    void aLauncherThatCanNotBeReachedKeepsTheRunQueued() {
        RunRequested request = ARunRequest.aRun().build();
        launcher.answers(new LaunchOutcome.Unreachable("connection refused"));

        request(request);
        await().atMost(SOON)
                .untilAsserted(() ->
                        view(request).body("state", equalTo("queued")).body("reason", equalTo("launcher_unreachable")));
        launcher.answers(null);

        launched(request, 1).ends(prepared()).ends(ran(SESSION, false, null)).ends(published(false));
        ended(request, RunState.SUCCEEDED);
        view(request).body("attempt", equalTo(1));
    }

    private void request(RunRequested request) {
        trail.send(request, request.mailbox().value());
    }

    private void cancel(RunRequested request) {
        trail.send(
                new RunCancelRequested(request.run(), request.mailbox(), "ada", "changed her mind", Instant.now()),
                request.mailbox().value());
    }

    private FakeLauncher.Runner launched(RunRequested request, int attempt) {
        return await().atMost(SOON).until(() -> launcher.runner(request.run(), attempt), runner -> runner != null);
    }

    private void ended(RunRequested request, RunState state) {
        await().atMost(SOON).untilAsserted(() -> view(request).body("state", equalTo(state.wire())));
    }

    private static io.restassured.response.ValidatableResponse view(RunRequested request) {
        return given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .get("/runs/" + request.run())
                .then()
                .statusCode(200);
    }

    private static StageResult.Prepared prepared() {
        return new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of());
    }

    private static StageResult.Ran ran(String session, boolean resumed, ResumeFallback fallback) {
        return new StageResult.Ran(
                ExitReason.NONE,
                null,
                new LlmResult(
                        ExitReason.NONE,
                        null,
                        "A plan, at length.",
                        session,
                        resumed,
                        fallback,
                        true,
                        null,
                        true,
                        resumed ? PromptForm.DELTA : PromptForm.FULL,
                        new Usage(100, 10, 20, null),
                        null),
                "2.1.328",
                new AgentResult(AgentOutcome.DONE, "A plan.", null, null, null));
    }

    private static StageResult.Published published(boolean pushed) {
        return new StageResult.Published(ExitReason.NONE, null, "c0ffee00", 0, pushed);
    }
}

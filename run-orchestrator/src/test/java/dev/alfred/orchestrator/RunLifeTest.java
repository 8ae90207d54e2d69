package dev.alfred.orchestrator;

import java.time.Duration;
import java.util.UUID;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

/** A run from its request to its report, as the other services see it. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunLifeTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    @Test
    void aRequestedRunIsLaunchedSupervisedRecordedAndReported() {
        RunRequested request = ARunRequest.aRun().build();

        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        LaunchOrder order = launcher.orders(request.run()).getFirst();
        assertThat(order.fullPrompt()).isEqualTo("Sort the shelves.");
        assertThat(order.state()).isEqualTo(new StateLocation.Directory("/state/of/this/mailbox"));
        assertThat(order.providerSecrets()).containsEntry("ANTHROPIC_API_KEY", "invented-key");
        assertThat(order.spec().namedSession()).isTrue();
        assertThat(order.spec().useDelta()).isFalse();
        assertThat(order.spec().session().resumeId()).isNull();
        assertThat(order.deadline())
                .as("its set-up, its agent's time and a grace period")
                .isEqualTo(Duration.ofMinutes(10 + 60 + 10));
        assertThat(order.egress().of(Stage.RUN))
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("127.0.0.1:8086", "registry.example:443");
        assertThat(order.egress().of(Stage.PREPARE))
                .extracting(Object::toString)
                .containsExactly("127.0.0.1:9");

        String freshId = order.spec().session().freshId();
        runner.ends(RunSteps.prepared())
                .prints(new RunnerLine.Session(freshId, false))
                .prints("not even JSON \u0000");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "session-known"));
        runner.ends(RunSteps.ran(freshId, false, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(trail.of(request.run())).containsExactly("started", "session-known", "succeeded"));
        RecordSession record = peers.records(request.run()).getLast();
        assertThat(record.nativeSessionId()).isEqualTo(freshId);
        assertThat(record.resumeFallback()).isEqualTo(ResumeFallback.NO_PRIOR_SESSION);
        assertThat(record.outcome()).isEqualTo(RunState.SUCCEEDED);
        RunSteps.view(request)
                .body("session.name", equalTo(request.branch().name()))
                .body("session.nativeId", equalTo(freshId))
                .body("session.mode", equalTo("fresh"))
                .body("session.reason", equalTo("no_prior_session"))
                .body("phase", equalTo("analysis"))
                .body("adapter", equalTo("claude-code"))
                .body("provider", equalTo("anthropic"))
                .body("model", equalTo("claude-sonnet-5-5"))
                .body("cliVersion", equalTo("2.1.328"))
                .body("baseCommit", equalTo("c0ffee00"))
                .body("commit", equalTo("c0ffee00"))
                .body("promptForm", equalTo("full"))
                .body("requestedBy", equalTo("ada"))
                .body("startedAt", notNullValue())
                .body("endedAt", notNullValue())
                .body("attempts.attempt", contains(1))
                .body("usage.inputTokens", equalTo(100))
                .body("usage.cachedInputTokens", equalTo(10))
                .body("usage.outputTokens", equalTo(20))
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

        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        assertThat(launcher.orders(request.run()).getFirst().spec().useDelta()).isTrue();
        assertThat(launcher.orders(request.run()).getFirst().spec().session().resumeId())
                .isEqualTo(SESSION);
        runner.ends(RunSteps.prepared()).ends(RunSteps.ran(SESSION, true, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        RunSteps.view(request)
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

        runs.request(request);
        runs.launched(request, 1);

        assertThat(launcher.orders(request.run()).getFirst().spec().useDelta()).isFalse();
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aDuplicateRequestStartsNothingTwice() {
        RunRequested request = ARunRequest.aRun().build();

        trail.send(request, request.mailbox().value(), "same-record-" + request.run());
        trail.send(request, request.mailbox().value(), "same-record-" + request.run());
        trail.send(request, request.mailbox().value(), "sent-anew-" + request.run());
        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "succeeded"));
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    @Test
    void aRunWaitsForSessionStoreAndNeverStartsWithoutIt() {
        RunRequested request = ARunRequest.aRun().build();
        peers.sessionStoreIsAway();

        runs.request(request);
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("session_store_unreachable")));
        assertThat(launcher.orders(request.run())).isEmpty();
        peers.behave();

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunWhoseStateHasNoPlaceSaysWhatIsInTheWay() {
        RunRequested request = ARunRequest.aRun().build();
        peers.sessionStateIsUnusable("the claim alfred-session-7 is there and isn't Alfred's; delete or rename it");

        runs.request(request);

        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("state_unusable"))
                        .body("detail", containsString("delete or rename it")));
        peers.behave();
        runs.launched(request, 1);
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunIsNotReportedAsEndedBeforeItsSessionIsRecorded() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        peers.sessionStoreIsAway();

        runner.ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, false, null))
                .ends(RunSteps.published(false));
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("running"))
                        .body("reason", equalTo("session_store_unreachable")));
        assertThat(trail.of(request.run())).doesNotContain("succeeded");
        peers.behave();

        runs.ended(request, RunState.SUCCEEDED);
        RunSteps.view(request).body("reason", nullValue());
    }

    @Test
    void aRunOfAClosedMailboxIsCancelled() {
        RunRequested request = ARunRequest.aRun().build();
        peers.mailboxIsClosed();

        runs.request(request);

        runs.ended(request, RunState.CANCELLED);
        RunSteps.view(request).body("exitReason", equalTo("mailbox_closed"));
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    @Test
    void aCancelThatComesBeforeItsRequestHolds() {
        RunRequested request = ARunRequest.aRun().build();

        runs.cancel(request);
        runs.request(request);

        runs.ended(request, RunState.CANCELLED);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("cancelled"));
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    @Test
    void aCancelStopsTheRunnerAndTheSessionIsKept() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        runner.ends(RunSteps.prepared()).prints(new RunnerLine.Session(SESSION, false));
        await().atMost(SOON).until(() -> trail.of(request.run()).contains("session-known"));

        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .post("/runs/" + request.run() + "/cancel")
                .then()
                .statusCode(202);

        runs.ended(request, RunState.CANCELLED);
        assertThat(runner.stopped()).isTrue();
        RecordSession record = peers.records(request.run()).getLast();
        assertThat(record.nativeSessionId()).isEqualTo(SESSION);
        assertThat(record.outcome()).isEqualTo(RunState.CANCELLED);
    }
}

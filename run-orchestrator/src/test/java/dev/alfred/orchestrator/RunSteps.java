package dev.alfred.orchestrator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.RunState;
import io.restassured.response.ValidatableResponse;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** What tests of a run do again and again: ask for it, wait for its runner, see its end. */
public final class RunSteps {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeLauncher launcher;
    private final RunTrail trail;

    public RunSteps(FakeLauncher launcher, RunTrail trail) {
        this.launcher = launcher;
        this.trail = trail;
    }

    public void request(RunRequested request) {
        trail.send(request, request.mailbox().value());
    }

    public void cancel(RunRequested request) {
        trail.send(
                new RunCancelRequested(request.run(), request.mailbox(), "ada", "changed her mind", Instant.now()),
                request.mailbox().value());
    }

    public FakeLauncher.Runner launched(RunRequested request, int attempt) {
        return await().atMost(SOON).until(() -> launcher.runner(request.run(), attempt), runner -> runner != null);
    }

    public void ended(RunRequested request, RunState state) {
        await().atMost(SOON).untilAsserted(() -> view(request).body("state", equalTo(state.wire())));
    }

    public static ValidatableResponse view(RunRequested request) {
        return given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .get("/runs/" + request.run())
                .then()
                .statusCode(200);
    }

    /** How many ended runs of the adapter used their session in that mode for that reason. */
    public static double sessionRuns(AdapterId adapter, String mode, String reason) {
        String series = "alfred_session_runs_total{adapter=\"%s\",mode=\"%s\",reason=\"%s\"}"
                .formatted(adapter.wire(), mode, reason);
        return given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .get("/q/metrics")
                .asString()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no series " + series));
    }

    public static StageResult.Prepared prepared() {
        return new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of());
    }

    public static StageResult.Ran ran(String session, boolean resumed, ResumeFallback fallback) {
        return ran(session, resumed, fallback, new Usage(100, 10, 20, null));
    }

    /** A fresh session that says so much was used. */
    public static StageResult.Ran ran(String session, Usage usage) {
        return ran(session, false, null, usage);
    }

    private static StageResult.Ran ran(String session, boolean resumed, ResumeFallback fallback, Usage usage) {
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
                        usage,
                        null),
                "2.1.328",
                new AgentResult(AgentOutcome.DONE, "A plan.", null, null, null));
    }

    public static StageResult.Published published(boolean pushed) {
        return new StageResult.Published(ExitReason.NONE, null, "c0ffee00", 0, pushed);
    }
}

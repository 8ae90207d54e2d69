package dev.alfred.orchestrator.run;

import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunResourceTest extends RunScene {
    @Test
    void runsOfAMailboxArePagedNewestFirst() {
        long iid = 424242;
        RunRequested first = failed(iid);
        RunRequested second = failed(iid);

        String cursor = admin().queryParam("mailbox", "acme-shelves-issue-" + iid)
                .queryParam("limit", 1)
                .get("/runs")
                .then()
                .statusCode(200)
                .body("items.id", contains(second.run().toString()))
                .body("next", notNullValue())
                .extract()
                .path("next");
        admin().queryParam("mailbox", "acme-shelves-issue-" + iid)
                .queryParam("limit", 1)
                .queryParam("cursor", cursor)
                .get("/runs")
                .then()
                .body("items.id", contains(first.run().toString()))
                .body("items[0].branch", equalTo(first.branch().name()))
                .body("next", nullValue());
        admin().queryParam("mailbox", "acme-shelves-issue-" + iid)
                .queryParam("state", "running")
                .get("/runs")
                .then()
                .body("items", hasSize(0));
    }

    @Test
    void theLogOfARunIsFollowedLiveUntilItsEnd() {
        RunRequested request = running(ARunRequest.aRun().build());
        FakeLauncher.Runner runner = launcher.runner(request.run(), 1);
        runner.prints(new RunnerLine.Text("first word"));

        Thread teller = Thread.ofVirtual().start(() -> {
            await().atMost(SOON).until(() -> log(request).contains("first word"));
            runner.prints(new RunnerLine.Text("last word"))
                    .ends(new StageResult.Prepared(ExitReason.SETUP_FAILED, "no", null, false, null, List.of()));
        });
        String events = admin().accept("text/event-stream")
                .get("/runs/" + request.run() + "/log")
                .asString();

        assertThat(teller.isAlive()).isFalse();
        assertThat(events).containsSubsequence("event:line", "first word", "last word", "event:end", "setup_failed");
    }

    @Test
    void aWishIsHandedOnAndAnsweredWithTheRunOrTheReason() {
        UUID run = UUID.randomUUID();
        peers.acceptsRequests("acme-shelves-issue-81", run);
        peers.refusesRequests("acme-shelves-issue-82", 409, "run-active", "A run is active.");

        admin().contentType("application/json")
                .body("{\"mailbox\": \"acme-shelves-issue-81\", \"phase\": \"development\", \"text\": \"Go on\"}")
                .post("/runs")
                .then()
                .statusCode(201)
                .body("id", equalTo(run.toString()))
                .body("state", equalTo("queued"));
        admin().contentType("application/json")
                .body("{\"mailbox\": \"acme-shelves-issue-82\", \"phase\": \"development\"}")
                .post("/runs")
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:alfred:problem:run-active"))
                .body("detail", equalTo("A run is active."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "1.5", "true", "[\"Go on\"]"})
    void aTextIsNothingElse(String text) {
        admin().contentType("application/json")
                .body("{\"mailbox\": \"acme-shelves-issue-83\", \"phase\": \"development\", \"text\": " + text + "}")
                .post("/runs")
                .then()
                .statusCode(400)
                .contentType("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "\"7\"", "\"\"", "true", "{}", "99999999999"})
    void aPoolsCapacityIsAWholeNumber(String capacity) {
        admin().contentType("application/json")
                .body("{\"capacity\": " + capacity + "}")
                .put("/runner-pools/nightly")
                .then()
                .statusCode(400)
                .contentType("application/problem+json");
    }

    @Test
    void aListTellsWhichRunADeltaBuildsOn() {
        long iid = 717171;
        UUID before = UUID.randomUUID();
        running(ARunRequest.aRun().inMailbox(iid).withDeltaSince(before).build());

        admin().queryParam("mailbox", "acme-shelves-issue-" + iid)
                .get("/runs")
                .then()
                .body("items[0].deltaSince", equalTo(before.toString()));
    }

    @Test
    void aQueuedRunTellsWhatItWaitsFor() {
        String pool = "pool-" + UUID.randomUUID().toString().substring(0, 8);
        resized(pool, 0);
        RunRequested first = ARunRequest.aRun().inPool(pool).build();
        runs.request(first);
        assertWaits(first, "pool_closed", "pool " + pool + " has capacity 0");

        resized(pool, 1);
        runs.launched(first, 1);
        RunRequested second = ARunRequest.aRun().inPool(pool).build();
        runs.request(second);
        assertWaits(second, "pool_full", "pool " + pool + " has 1 of 1 places taken");

        runs.cancel(second);
        runs.cancel(first);
    }

    @Test
    void aQueuedRunTellsOfTheLimitsOfItsMailboxAndProject() {
        UUID project = UUID.randomUUID();
        RunRequested first =
                running(ARunRequest.aRun().inProject(project).inMailbox(818181).build());
        RunRequested ofTheMailbox =
                ARunRequest.aRun().inProject(project).inMailbox(818181).build();
        RunRequested ofTheProject =
                ARunRequest.aRun().inProject(project).atMostAtOnce(1).build();
        runs.request(ofTheMailbox);
        runs.request(ofTheProject);

        assertWaits(ofTheMailbox, "mailbox_busy", "run " + first.run() + " of the same mailbox is not over");
        assertWaits(ofTheProject, "project_limit", "the project has 1 of 1 runs under way (MAX_CONCURRENT_RUNS)");
        admin().queryParam("mailbox", "acme-shelves-issue-818181")
                .queryParam("state", "queued")
                .get("/runs")
                .then()
                .body("items.reason", contains("mailbox_busy"));

        List.of(ofTheMailbox, ofTheProject, first).forEach(runs::cancel);
    }

    private static void resized(String pool, int capacity) {
        admin().contentType("application/json")
                .body("{\"capacity\": " + capacity + "}")
                .put("/runner-pools/" + pool)
                .then()
                .statusCode(200);
    }

    private static void assertWaits(RunRequested request, String reason, String detail) {
        await().atMost(SOON)
                .untilAsserted(() -> admin().get("/runs/" + request.run())
                        .then()
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo(reason))
                        .body("detail", equalTo(detail)));
    }

    @Test
    void badQuestionsGetProblems() {
        admin().get("/runs/" + UUID.randomUUID()).then().statusCode(404).body("type", containsString("unknown-run"));
        admin().get("/runs/not-an-id").then().statusCode(404);
        admin().queryParam("state", "dancing")
                .get("/runs")
                .then()
                .statusCode(400)
                .body("type", containsString("bad-state"));
        admin().queryParam("limit", 0).get("/runs").then().statusCode(400);
        admin().contentType("application/json").body("{}").post("/runs").then().statusCode(400);
        given().get("/runs").then().statusCode(401);
    }

    @Test
    void anEndedRunCanNotBeCancelled() {
        RunRequested request = failed(515151);

        admin().post("/runs/" + request.run() + "/cancel")
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:alfred:problem:run-ended"));
    }

    @Test
    void poolsAreResizedAndShown() {
        admin().contentType("application/json")
                .body("{\"capacity\": 7}")
                .put("/runner-pools/nightly")
                .then()
                .statusCode(200)
                .body("name", equalTo("nightly"))
                .body("capacity", equalTo(7));
        admin().get("/runner-pools/nightly").then().body("capacity", equalTo(7)).body("running", equalTo(0));
        admin().contentType("application/json")
                .body("{\"capacity\": -1}")
                .put("/runner-pools/nightly")
                .then()
                .statusCode(400);
        admin().get("/runner-pools/unheard-of").then().statusCode(404);
    }

    @Test
    void metricsCountARunAndEverySeriesIsThereFromTheStart() {
        double before = metric("alfred_runs_total{adapter=\"claude-code\",outcome=\"failed\",phase=\"analysis\"");
        assertThat(metric("alfred_session_runs_total{adapter=\"codex\",mode=\"fresh\",reason=\"history_lost\""))
                .isZero();

        failed(616161);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(metric(
                                "alfred_runs_total{adapter=\"claude-code\",outcome=\"failed\",phase=\"analysis\""))
                        .isEqualTo(before + 1));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(metric("alfred_runs{pool=\"default\",state=\"queued\""))
                        .isNotNegative());
        assertThat(metric("alfred_runner_pool_capacity{pool=\"default\"")).isEqualTo(50);
        assertThat(metric("alfred_run_reclaims_total{outcome=\"adopted\"")).isNotNegative();
        assertThat(metric("alfred_run_queue_seconds_count")).isPositive();
    }

    @Test
    void metricsCountAMirrorThatWasOfNoUse() {
        double before = metric("alfred_mirror_checkouts_total{mirror=\"useless\"");
        assertThat(before).isNotNegative();
        RunRequested request = running(ARunRequest.aRun().inMailbox(616162).build());

        launcher.runner(request.run(), 1)
                .ends(new StageResult.Prepared(
                        ExitReason.SETUP_FAILED, "no", null, false, null, List.of(), MirrorUse.USELESS));

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(metric("alfred_mirror_checkouts_total{mirror=\"useless\""))
                        .isEqualTo(before + 1));
    }

    private static double metric(String series) {
        return admin().get("/q/metrics")
                .asString()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    private RunRequested failed(long iid) {
        RunRequested request = running(ARunRequest.aRun().inMailbox(iid).build());
        launcher.runner(request.run(), 1)
                .ends(new StageResult.Prepared(ExitReason.SETUP_FAILED, "no", null, false, null, List.of()));
        await().atMost(SOON)
                .untilAsserted(
                        () -> admin().get("/runs/" + request.run()).then().body("state", equalTo("failed")));
        return request;
    }

    private RunRequested running(RunRequested request) {
        runs.request(request);
        await().atMost(SOON).until(() -> launcher.runner(request.run(), 1) != null);
        return request;
    }

    private static String log(RunRequested request) {
        return admin().accept("text/plain")
                .get("/runs/" + request.run() + "/log")
                .asString();
    }

    private static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }
}

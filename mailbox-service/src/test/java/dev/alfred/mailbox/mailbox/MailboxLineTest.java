package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.mailbox.Stage.MIA;
import static dev.alfred.mailbox.mailbox.Stage.OUTSIDER;
import static dev.alfred.mailbox.mailbox.Stage.context;
import static dev.alfred.mailbox.mailbox.Stage.mailbox;
import static dev.alfred.mailbox.mailbox.Stage.report;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static dev.alfred.mailbox.mailbox.Stage.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

/** The whole service against a real database and a real broker, with a staged forge. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
@WithTestResource(ConnectionsResource.class)
class MailboxLineTest {
    @Inject
    Stage stage;

    @BeforeEach
    void aProject() {
        stage.project();
    }

    @AfterEach
    void theForgeIsBack() {
        stage.forge().back();
    }

    private RunRequested labelled(long iid) {
        stage.send(stage.labeled(iid, MIA));
        return stage.awaitRequest(iid, 1);
    }

    @Test
    void aLabelStartsOneRunUnderDuplicatesAndDisorder() {
        long iid = stage.issue("Add a basket", "alfred");
        IssueEvent opened = new IssueEvent.Opened(context(MIA, Instant.now().minusSeconds(2)), stage.snapshot(iid));
        IssueEvent labeled = stage.labeled(iid, MIA);

        stage.send(labeled, labeled, opened, stage.labeled(iid, MIA), opened);

        RunRequested run = stage.awaitRequest(iid, 1);
        await().until(() -> see("/mailboxes/" + mailbox(iid) + "/events?limit=100")
                        .extract()
                        .jsonPath()
                        .getList("items.findAll { it.kind.startsWith('issue_') }")
                        .size()
                == 5);
        stage.awaitStatus(iid, "queued", null);
        assertThat(stage.requests(iid)).containsExactly(run);
        assertThat(run.phase()).isEqualTo(Phase.ANALYSIS);
        assertThat(run.branch().name()).isEqualTo("agent/issue-" + iid + "-add-a-basket");
        assertThat(run.branch().pushed()).isFalse();
        assertThat(run.prompts().full()).contains("Add a basket");
        assertThat(run.requestedBy()).isEqualTo("mia");
        assertThat(stage.sent(iid, "dev.alfred.mailbox.frozen.v1", MailboxEvent.Frozen.class))
                .hasSize(1);
    }

    @Test
    void fromLabelToPlanToWorkToAnswerToDone() {
        long iid = stage.issue("Translate the shop", "alfred");
        RunRequested analysis = labelled(iid);
        stage.send(
                new RunEvent.Started(
                        analysis.run(),
                        analysis.mailbox(),
                        Phase.ANALYSIS,
                        1,
                        analysis.settings().adapter(),
                        Instant.now()),
                succeeded(analysis, AgentOutcome.DONE, "First this, then that.", 0));
        stage.awaitStatus(iid, "waiting", "approval");
        await().until(() -> stage.forge().posted.stream().anyMatch(text -> text.contains("First this, then that.")));

        stage.send(stage.says(iid, MIA, "Nice.\n/alfred approve"));
        RunRequested development = stage.awaitRequest(iid, 2);
        stage.send(succeeded(development, AgentOutcome.DONE, "Did it.", 3));
        await().until(() -> see("/mailboxes/" + mailbox(iid)).extract().path("mergeRequest.iid") != null);

        stage.send(stage.says(iid, MIA, "@alfred-bot why so few words?"));
        RunRequested answer = stage.awaitRequest(iid, 3);
        stage.send(succeeded(answer, AgentOutcome.DONE, "Because brevity.", 0));
        stage.awaitStatus(iid, "waiting", "merge_request");

        stage.put(iid, "Translate the shop", false, "alfred");
        stage.send(new IssueEvent.Closed(context(MIA, Instant.now()), stage.snapshot(iid)));
        stage.awaitStatus(iid, "done", null);

        assertThat(development.phase()).isEqualTo(Phase.DEVELOPMENT);
        assertThat(development.prompts().deltaSince()).isEqualTo(analysis.run());
        assertThat(development.branch().name()).isEqualTo(analysis.branch().name());
        assertThat(answer.phase()).isEqualTo(Phase.ANSWER);
        assertThat(answer.branch().pushed()).isTrue();
        assertThat(answer.prompts().deltaSince()).isEqualTo(development.run());
        assertThat(answer.prompts().delta()).contains("why so few words?");
        assertThat(stage.forge().offered)
                .filteredOn(offer -> offer.branch().equals(analysis.branch().name()))
                .hasSize(1);
        assertThat(stage.sent(iid, "dev.alfred.mailbox.closed.v1", MailboxEvent.Closed.class))
                .singleElement()
                .satisfies(closed -> {
                    assertThat(closed.cause()).isEqualTo(CloseCause.DONE);
                    assertThat(closed.revision()).isGreaterThan(answer.mailboxRevision());
                });
        see("/mailboxes/" + mailbox(iid))
                .body("runs.phase", equalTo(List.of("analysis", "development", "answer")))
                .body("branch", equalTo(analysis.branch().name()));
    }

    @Test
    void aCloseWaitsForTheEndOfTheRun() {
        long iid = stage.issue("Something large", "alfred");
        RunRequested run = labelled(iid);

        stage.send(stage.says(iid, MIA, "/alfred cancel"));
        stage.awaitStatus(iid, "closing", "cancelled");
        assertThat(stage.sent(iid, "dev.alfred.run.cancel-requested.v1", RunCancelRequested.class))
                .extracting(RunCancelRequested::run)
                .containsExactly(run.run());
        assertThat(stage.sent(iid, "dev.alfred.mailbox.closed.v1", MailboxEvent.Closed.class))
                .isEmpty();

        stage.send(new RunEvent.Cancelled(report(run, ExitReason.CANCELLED, 0, null)));
        stage.awaitStatus(iid, "cancelled", null);
        assertThat(stage.sent(iid, "dev.alfred.mailbox.closed.v1", MailboxEvent.Closed.class))
                .hasSize(1);
    }

    @Test
    void whatIsSaidDuringARunIsKeptAndDecidedAfterIt() {
        long iid = stage.issue("Talk to me", "alfred");
        RunRequested analysis = labelled(iid);

        stage.send(
                stage.says(iid, MIA, "@alfred-bot one?"),
                stage.says(iid, MIA, "@alfred-bot two?"),
                stage.says(iid, OUTSIDER, "@alfred-bot three?"));
        await().untilAsserted(() -> see("/mailboxes/" + mailbox(iid) + "/events")
                .body("items.findAll { it.kind == 'commented' }.waitsFor", hasItems("run_active"))
                .body("items.findAll { it.kind == 'commented' }.reason", hasItem("not_allowed")));
        stage.send(succeeded(analysis, AgentOutcome.DONE, "The plan.", 0));

        RunRequested answer = stage.awaitRequest(iid, 2);
        assertThat(answer.phase()).isEqualTo(Phase.ANSWER);
        assertThat(answer.prompts().full()).contains("one?", "two?").doesNotContain("three?");
        stage.send(succeeded(answer, AgentOutcome.DONE, "Yes.", 0));
        stage.awaitStatus(iid, "waiting", "approval");
        assertThat(stage.requests(iid)).hasSize(2);
    }

    @Test
    void whileTheForgeIsAwayTheEventWaitsAndSaysWhy() {
        long iid = stage.issue("Patience", "alfred");
        stage.forge().away = true;

        stage.send(stage.labeled(iid, MIA));
        await().untilAsserted(() ->
                see("/mailboxes/" + mailbox(iid) + "/events").body("items.waitsFor", hasItem("forge_unreachable")));
        assertThat(stage.requests(iid)).isEmpty();

        stage.forge().back();
        assertThat(stage.awaitRequest(iid, 1).phase()).isEqualTo(Phase.ANALYSIS);
    }

    @Test
    void aBranchThatExistsGetsANumberAndABranchCalledAgentBlocks() {
        long taken = stage.issue("Same name", "alfred");
        stage.forge().branches.add("agent/issue-" + taken + "-same-name");
        assertThat(labelled(taken).branch().name()).isEqualTo("agent/issue-" + taken + "-same-name-2");

        long blocked = stage.issue("No room", "alfred");
        stage.forge().branches.add("agent");
        stage.send(stage.labeled(blocked, MIA));
        stage.awaitStatus(blocked, "blocked", "branch_namespace_taken");
    }

    @Test
    void oddTitlesGetTheirNames() {
        long emoji = stage.issue("🚀🔥", "alfred");
        long endless = stage.issue("x".repeat(5_000), "alfred");

        assertThat(labelled(emoji).branch().name()).isEqualTo("agent/issue-" + emoji);
        assertThat(labelled(endless).branch().name()).isEqualTo("agent/issue-" + endless + "-" + "x".repeat(40));
    }

    @Test
    void aFailedRunBlocksAndARetryStartsItAgain() {
        long iid = stage.issue("Unlucky", "alfred");
        RunRequested run = labelled(iid);
        stage.send(new RunEvent.Failed(report(run, ExitReason.MODEL_ERROR, 0, null)));
        stage.awaitStatus(iid, "blocked", "run_failed:model_error");

        Stage.admin()
                .post("/mailboxes/" + mailbox(iid) + "/actions/retry")
                .then()
                .statusCode(200)
                .body("decision", equalTo("start"));

        assertThat(stage.awaitRequest(iid, 2).phase()).isEqualTo(Phase.ANALYSIS);
    }

    @Test
    void whatAnEmptyRepositoryHeldUpGoesOnWhenThereIsACommit() {
        stage.forge().empty = true;
        long retried = stage.issue("Too early", "alfred");
        long unblocked = stage.issue("Too early, too", "alfred");
        stage.send(stage.labeled(retried, MIA), stage.labeled(unblocked, MIA));
        stage.awaitStatus(retried, "blocked", "empty_repository");
        stage.awaitStatus(unblocked, "blocked", "empty_repository");

        stage.forge().empty = false;
        Stage.admin()
                .post("/mailboxes/" + mailbox(retried) + "/actions/retry")
                .then()
                .statusCode(200);
        stage.send(stage.says(unblocked, MIA, "/alfred unblock"));

        assertThat(stage.awaitRequest(retried, 1).phase()).isEqualTo(Phase.ANALYSIS);
        assertThat(stage.awaitRequest(unblocked, 1).phase()).isEqualTo(Phase.ANALYSIS);
        see("/organizations/acme/projects/shop").body("blocked", nullValue());
    }

    @Test
    void aRenamedDefaultBranchIsWhatTheNextRunStartsFrom() {
        long iid = stage.issue("Before the renaming", "alfred");
        RunRequested analysis = labelled(iid);
        stage.send(succeeded(analysis, AgentOutcome.DONE, "Plan.", 0));
        stage.awaitStatus(iid, "waiting", "approval");

        stage.forge().defaultBranch = "trunk";
        long later = stage.issue("After the renaming", "alfred");
        stage.send(stage.says(iid, MIA, "/alfred approve"), stage.labeled(later, MIA));

        assertThat(analysis.branch().base()).isEqualTo("main");
        assertThat(stage.awaitRequest(iid, 2).branch().base()).isEqualTo("trunk");
        assertThat(stage.awaitRequest(later, 1).branch().base()).isEqualTo("trunk");
    }

    @Test
    void aRunThatMissedItsBaseBranchStartsFromTheRenamedOneWhenRetried() {
        long iid = stage.issue("During the renaming", "alfred");
        RunRequested run = labelled(iid);
        stage.forge().defaultBranch = "trunk";
        stage.send(new RunEvent.Failed(report(run, ExitReason.INVALID_REQUEST, 0, null)));
        stage.awaitStatus(iid, "blocked", "run_failed:invalid_request");

        Stage.admin()
                .post("/mailboxes/" + mailbox(iid) + "/actions/retry")
                .then()
                .statusCode(200);

        assertThat(stage.awaitRequest(iid, 2).branch().base()).isEqualTo("trunk");
    }

    @Test
    void aListHasNoRunsWhereTheyAreLeftOut() {
        long iid = stage.issue("In the list", "alfred");
        labelled(iid);

        see("/mailboxes").body("items[0]", not(hasKey("runs")));
        see("/mailboxes/" + mailbox(iid)).body("runs.phase", equalTo(List.of("analysis")));
    }

    @Test
    void anUnknownProjectIsToldInTheExplanation() {
        UUID delivery = UUID.randomUUID();
        long iid = stage.issue("Elsewhere", "alfred");
        IssueEvent event = new IssueEvent.Labeled(
                new EventContext(delivery, "forge", ForgeKind.FORGEJO, "4711", "other/repo", MIA, Instant.now()),
                stage.snapshot(iid),
                "alfred");

        stage.send(event);

        await().untilAsserted(() -> see("/explain?delivery=" + delivery)
                .statusCode(200)
                .body("events.reason", equalTo(List.of("unknown_project"))));
    }

    @Test
    void operatorsActAndAreToldWhyNot() {
        long iid = stage.issue("By hand", "alfred");
        RunRequested run = labelled(iid);
        String path = "/mailboxes/" + mailbox(iid) + "/actions/";

        Stage.admin()
                .post(path + "approve")
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:alfred:problem:run-active"));
        stage.send(succeeded(run, AgentOutcome.DONE, "Plan.", 0));
        stage.awaitStatus(iid, "waiting", "approval");
        String first = Stage.admin()
                .header("Idempotency-Key", "once")
                .post(path + "approve")
                .then()
                .statusCode(200)
                .extract()
                .path("run");
        String second = Stage.admin()
                .header("Idempotency-Key", "once")
                .post(path + "approve")
                .then()
                .statusCode(200)
                .extract()
                .path("run");

        assertThat(first)
                .isEqualTo(second)
                .isEqualTo(stage.awaitRequest(iid, 2).run().toString());
        assertThat(stage.requests(iid)).hasSize(2);
        see("/audit?limit=100").body("items.action", hasItem("command.approve"));
    }

    @Test
    void theOrchestratorAsksForRuns() {
        long iid = stage.issue("From the console", "alfred");
        stage.send(new IssueEvent.Opened(context(OUTSIDER, Instant.now()), stage.snapshot(iid)));
        await().until(() -> see("/mailboxes/" + mailbox(iid)).extract().statusCode() == 200);

        String run = Stage.service()
                .body(Map.of("phase", "analysis", "requestedBy", "admin"))
                .post("/internal/mailboxes/" + mailbox(iid) + "/requests")
                .then()
                .statusCode(201)
                .extract()
                .path("run");

        assertThat(stage.awaitRequest(iid, 1).run()).hasToString(run);
        Stage.service()
                .body(Map.of("phase", "analysis", "requestedBy", "admin"))
                .post("/internal/mailboxes/" + mailbox(iid) + "/requests")
                .then()
                .statusCode(409);
    }

    @Test
    void sessionStoreAsksWhichMailboxesLiveAndForHowLongTheirRowsAreKept() {
        long iid = stage.issue("Alive", "alfred");
        stage.send(new IssueEvent.Opened(context(OUTSIDER, Instant.now()), stage.snapshot(iid)));
        await().until(() -> see("/mailboxes/" + mailbox(iid)).extract().statusCode() == 200);

        Stage.service()
                .body(Map.of("mailboxes", List.of("acme-shop-issue-999999", mailbox(iid))))
                .post("/internal/mailboxes/liveness")
                .then()
                .statusCode(200)
                .body("known.mailbox", equalTo(List.of(mailbox(iid))))
                .body("known[0].status", equalTo("open"))
                .body("known[0].retentionDays", equalTo(90))
                .body("unknown", equalTo(List.of("acme-shop-issue-999999")));

        Stage.service()
                .body(Map.of("mailboxes", Collections.nCopies(1001, mailbox(iid))))
                .post("/internal/mailboxes/liveness")
                .then()
                .statusCode(400);
        Stage.service()
                .body(Map.of("mailboxes", List.of()))
                .post("/internal/mailboxes/liveness")
                .then()
                .statusCode(400);
        Stage.admin()
                .body(Map.of("mailboxes", List.of(mailbox(iid))))
                .post("/internal/mailboxes/liveness")
                .then()
                .statusCode(403);
    }

    @Test
    void whatADeadProcessLeftBehindIsTakenUpAndDoneOnce() {
        long iid = stage.issue("Left behind", "alfred");

        stage.leaveBehind(iid);

        stage.awaitRequest(iid, 1);
        stage.awaitStatus(iid, "queued", null);
        assertThat(stage.requests(iid)).hasSize(1);
    }

    @Test
    void theFirstRunKnowsWhatWasSaidBeforeAlfredWasThere() {
        long iid = stage.issue("An old issue", "alfred");
        Instant then = Instant.now().minusSeconds(86_400);
        stage.forge()
                .saidBefore
                .put(
                        iid,
                        List.of(
                                new IssueComment("1", "It must stay blue.", MIA, then, then, null),
                                new IssueComment("2", "Make it red instead.", OUTSIDER, then, then, null)));

        RunRequested run = labelled(iid);

        assertThat(run.prompts().full()).contains("It must stay blue.").doesNotContain("Make it red instead.");
    }

    @Test
    void aPausedMailboxStartsNothingUntilItIsUnblocked() {
        long iid = stage.issue("Not now", "alfred");
        RunRequested analysis = labelled(iid);
        stage.send(succeeded(analysis, AgentOutcome.DONE, "Plan.", 0));
        stage.awaitStatus(iid, "waiting", "approval");

        stage.send(stage.says(iid, MIA, "/alfred pause"));
        stage.awaitStatus(iid, "blocked", "paused");
        stage.send(stage.says(iid, MIA, "/alfred approve"));
        await().untilAsserted(() -> see("/mailboxes/" + mailbox(iid) + "/events")
                .body("items.findAll { it.kind == 'commented' }.reason", hasItem("paused")));
        stage.send(stage.says(iid, MIA, "/alfred unblock"));
        stage.awaitStatus(iid, "waiting", "approval");

        assertThat(stage.requests(iid)).hasSize(1);
    }

    @Test
    void theMetricsCountDecisions() {
        long iid = stage.issue("Counted", "alfred");
        double before = decisions();

        labelled(iid);

        assertThat(decisions()).isGreaterThan(before);
    }

    private static double decisions() {
        return Stage.admin()
                .get("/q/metrics")
                .then()
                .statusCode(200)
                .extract()
                .asString()
                .lines()
                .filter(line -> line.startsWith("alfred_decisions_total{decision=\"start\",event=\"issue_labeled\"")
                        || line.startsWith("alfred_decisions_total{event=\"issue_labeled\",decision=\"start\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}

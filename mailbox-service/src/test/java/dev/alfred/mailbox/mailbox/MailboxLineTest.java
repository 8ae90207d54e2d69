package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.List;

import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
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

/** An issue's way from its label over plan, work and answers to its end: the whole service against a real database and a real broker, with a staged forge. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class MailboxLineTest extends StagedProject {
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
}

package dev.alfred.mailbox.mailbox;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.mailbox.Stage.MIA;
import static dev.alfred.mailbox.mailbox.Stage.mailbox;
import static dev.alfred.mailbox.mailbox.Stage.report;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static dev.alfred.mailbox.mailbox.Stage.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

/** What holds a mailbox up, and how it goes on. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class MailboxHeldUpTest extends StagedProject {
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
    void whatADeadProcessLeftBehindIsTakenUpAndDoneOnce() {
        long iid = stage.issue("Left behind", "alfred");

        stage.leaveBehind(iid);

        stage.awaitRequest(iid, 1);
        stage.awaitStatus(iid, "queued", null);
        assertThat(stage.requests(iid)).hasSize(1);
    }
}

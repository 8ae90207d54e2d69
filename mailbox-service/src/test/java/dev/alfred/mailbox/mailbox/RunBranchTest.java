package dev.alfred.mailbox.mailbox;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.mailbox.Stage.MIA;
import static dev.alfred.mailbox.mailbox.Stage.mailbox;
import static dev.alfred.mailbox.mailbox.Stage.report;
import static dev.alfred.mailbox.mailbox.Stage.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

/** Which branch a run gets, and from which one it starts. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class RunBranchTest extends StagedProject {
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
}

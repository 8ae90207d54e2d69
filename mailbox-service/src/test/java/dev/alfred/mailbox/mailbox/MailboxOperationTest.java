package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ForgeKind;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.mailbox.Stage.MIA;
import static dev.alfred.mailbox.mailbox.Stage.mailbox;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static dev.alfred.mailbox.mailbox.Stage.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

/** What operators do to mailboxes and see of them: actions, lists, explanations, metrics. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class MailboxOperationTest extends StagedProject {
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

package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.issueevents.IssueEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.mailbox.Stage.OUTSIDER;
import static dev.alfred.mailbox.mailbox.Stage.context;
import static dev.alfred.mailbox.mailbox.Stage.mailbox;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** What the other services ask of mailboxes. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class MailboxPeersTest extends StagedProject {
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
}

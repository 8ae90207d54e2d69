package dev.alfred.mailbox.mailbox;

import java.time.Duration;
import java.time.Instant;

import jakarta.inject.Inject;

import dev.alfred.contracts.issueevents.IssueEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.alfred.mailbox.mailbox.Stage.MIA;
import static dev.alfred.mailbox.mailbox.Stage.admin;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.notNullValue;

/** What can't be stored or read is refused or parked, and stops nothing else. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class HostileInputTest {
    @Inject
    Stage stage;

    @Test
    void anEventThatCanNeverBeStoredIsParkedAndTheNextOnesAreDecided() {
        stage.project();
        long impossible = stage.issue("At the end of days");
        long possible = stage.issue("Today", "alfred");

        stage.send(
                new IssueEvent.Opened(
                        Stage.context(MIA, Instant.parse("+999999999-12-31T23:59:59Z")), stage.snapshot(impossible)),
                stage.labeled(possible, MIA));

        stage.awaitRequest(possible, 1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> admin().get("/dead-letters?limit=200")
                        .then()
                        .statusCode(200)
                        .body("items.cause", hasItem("FAILED"), "items.consumer", hasItem(IssueEventConsumer.NAME)));
    }

    @ParameterizedTest
    @CsvSource({
        "/mailboxes?cursor=abc, bad-page",
        "/mailboxes?cursor=acme-nowhere-issue-1, bad-page",
        "/mailboxes?limit=abc, bad-parameter",
        "/mailboxes/acme-nowhere-issue-1/events?cursor=abc, bad-parameter",
        "/mailboxes/acme-nowhere-issue-1/writes?cursor=abc, bad-parameter",
        "/audit?cursor=abc, bad-parameter",
        "/explain?delivery=abc, bad-parameter"
    })
    void aQueryThatCantBeReadIsRefused(String address, String problem) {
        see(address).statusCode(400).body("type", equalTo("urn:alfred:problem:" + problem), "detail", notNullValue());
    }

    @ParameterizedTest
    @CsvSource({"/organizations/%00", "/organizations/acme/projects/a%00b", "/mailboxes/%00"})
    void aNameThatNoDatabaseTakesIsRefused(String address) {
        admin().urlEncodingEnabled(false)
                .get(address)
                .then()
                .statusCode(400)
                .body("type", equalTo("urn:alfred:problem:control-character"));
    }

    @Test
    void aProjectsFieldsAreNamedAsTheyAreSpelt() {
        admin().body("{\"connection\": \"forge\", \"repository\": \"a/b\", \"repositoryId\": \"x\"}")
                .put("/organizations/acme/projects/shop")
                .then()
                .statusCode(400)
                .body(
                        "detail",
                        containsString("repositoryId must be the forge's numeric id of the repository"),
                        "detail",
                        containsString("cloneUrl must be given"));
    }
}

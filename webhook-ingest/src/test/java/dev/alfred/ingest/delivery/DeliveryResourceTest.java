package dev.alfred.ingest.delivery;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import dev.alfred.ingest.IngestServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;

import static dev.alfred.ingest.Fixtures.SECRET;
import static dev.alfred.ingest.Fixtures.aConnection;
import static dev.alfred.ingest.Fixtures.aGithubConnection;
import static dev.alfred.ingest.Fixtures.as;
import static dev.alfred.ingest.Fixtures.assertProblem;
import static dev.alfred.ingest.Fixtures.deliver;
import static dev.alfred.ingest.Fixtures.eventsOf;
import static dev.alfred.ingest.Fixtures.hmac;
import static dev.alfred.ingest.Fixtures.labeledIssue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** Deliveries are listed, shown without secrets, and replayed. */
@QuarkusTest
@WithTestResource(IngestServers.class)
class DeliveryResourceTest {
    @Test
    void keepsNoSecretOfAWebhook() {
        String connection = aConnection("gitea", List.of(SECRET), List.of("*"));
        String payload = labeledIssue("x").replaceFirst("\\{", "{\"secret\": \"" + SECRET + "\", ");
        String delivery = RestAssured.given()
                .contentType("application/json")
                .header("X-Gitea-Event", "issues")
                .header("X-Gitea-Signature", hmac(SECRET, payload.getBytes(StandardCharsets.UTF_8)))
                .header("Authorization", "Bearer of-the-forge")
                .header("X-Custom", "of-the-forge")
                .body(payload)
                .post("/webhooks/" + connection)
                .then()
                .statusCode(202)
                .extract()
                .path("delivery");

        String shown =
                as("viewer").get("/deliveries/" + delivery).then().extract().asString();

        assertThat(shown)
                .contains("\"x-gitea-event\"", "\"secret\":\"***\"", "Engine stops")
                .doesNotContain(SECRET, "of-the-forge", "signature");
    }

    @Test
    void replaysADeliveryAsANewOneThatPointsToIt() {
        String connection = aGithubConnection();
        String original = deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .extract()
                .path("delivery");

        String replay = as("admin")
                .post("/deliveries/" + original + "/replay")
                .then()
                .statusCode(202)
                .body("outcome", equalTo("accepted"))
                .extract()
                .path("delivery");

        as("viewer")
                .get("/deliveries/" + replay)
                .then()
                .body("replayOf", equalTo(original), "events[0].type", equalTo("dev.alfred.issue.labeled.v1"));
        assertThat(eventsOf(connection, 2))
                .satisfiesExactly(
                        event -> assertThat(event.data()).contains(original),
                        event -> assertThat(event.data()).contains(replay));
        deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .body("outcome", equalTo("duplicate"), "delivery", equalTo(original));
    }

    @Test
    void letsOnlyOperatorsReplay() {
        String id = UUID.randomUUID().toString();

        as("viewer").post("/deliveries/" + id + "/replay").then().statusCode(403);
        RestAssured.given().post("/deliveries/" + id + "/replay").then().statusCode(401);
        assertProblem(as("admin").post("/deliveries/" + id + "/replay"), 404, "unknown-delivery");
    }

    @Test
    void listsDeliveriesByPageConnectionAndOutcome() {
        String connection = aGithubConnection();
        for (int i = 0; i < 3; i++) {
            deliver(connection, "issues", "d-" + i, labeledIssue("alfred")).statusCode(202);
        }
        deliver(connection, "ping", "p", "{}").statusCode(202);
        String query = "/deliveries?outcome=accepted&limit=2&connection=" + connection;

        String next = as("viewer")
                .get(query)
                .then()
                .statusCode(200)
                .body("items.size()", equalTo(2), "items[0].event", equalTo("issues"))
                .extract()
                .path("next");

        as("viewer").get(query + "&cursor=" + next).then().body("items.size()", equalTo(1), "next", nullValue());
        as("viewer")
                .get("/deliveries?outcome=ignored&connection=" + connection)
                .then()
                .body("items.size()", equalTo(1), "items[0].reason", equalTo("ping"));
        assertProblem(as("viewer").get("/deliveries?limit=0"), 400, "bad-page");
        assertProblem(as("viewer").get("/deliveries?cursor=x"), 400, "bad-page");
        assertProblem(as("viewer").get("/deliveries?outcome=x"), 400, "bad-filter");
    }
}

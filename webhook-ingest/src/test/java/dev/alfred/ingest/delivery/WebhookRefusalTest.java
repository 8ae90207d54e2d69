package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.alfred.ingest.CuttableRoute;
import dev.alfred.ingest.IngestServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.ingest.Fixtures.SECRET;
import static dev.alfred.ingest.Fixtures.aConnection;
import static dev.alfred.ingest.Fixtures.aGithubConnection;
import static dev.alfred.ingest.Fixtures.assertProblem;
import static dev.alfred.ingest.Fixtures.deliver;
import static dev.alfred.ingest.Fixtures.eventsOf;
import static dev.alfred.ingest.Fixtures.hmac;
import static dev.alfred.ingest.Fixtures.labeledIssue;
import static dev.alfred.ingest.Fixtures.signedByGithub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** Each bad webhook gets the answer that its forge understands, and a body that says what to do. */
@QuarkusTest
@WithTestResource(IngestServers.class)
class WebhookRefusalTest {
    @AfterEach
    void mend() {
        CuttableRoute.mend();
    }

    @Test
    void refusesAnUnknownConnection() {
        assertProblem(deliver("nobody", "issues", "d-1", "{}").extract().response(), 404, "unknown-connection");
    }

    @Test
    void refusesAConnectionWhoseNameNoDatabaseTakes() {
        assertProblem(
                RestAssured.given()
                        .urlEncodingEnabled(false)
                        .contentType("application/json")
                        .body("{}")
                        .post("/webhooks/a%00b"),
                400,
                "control-character");
    }

    @Test
    void refusesWrongEmptyAndMissingSignatures() {
        String connection = aGithubConnection();
        for (String signature : List.of("sha256=" + hmac("other", new byte[0]), "sha256=", "")) {
            assertProblem(
                    RestAssured.given()
                            .contentType("application/json")
                            .header("X-GitHub-Event", "issues")
                            .header("X-Hub-Signature-256", signature)
                            .body(labeledIssue("alfred"))
                            .post("/webhooks/" + connection),
                    401,
                    "bad-signature");
        }
        assertProblem(
                RestAssured.given()
                        .contentType("application/json")
                        .body(labeledIssue("alfred"))
                        .post("/webhooks/" + connection),
                401,
                "bad-signature");
    }

    @Test
    void refusesWhatIsNoJson() {
        String connection = aGithubConnection();
        for (String body : List.of("not JSON", "", "{\"a\": 1} trailing", "[".repeat(2_000))) {
            assertProblem(deliver(connection, "issues", "d-1", body).extract().response(), 400, "not-json");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 70})
    void refusesManyMegabytes(int megabytes, @TempDir Path directory) throws IOException {
        String connection = aGithubConnection();

        assertProblem(
                signedByGithub("issues", "d-1", new byte[megabytes << 20], directory)
                        .post("/webhooks/" + connection),
                413,
                "body-too-large");
    }

    @Test
    void refusesOtherMediaTypes() {
        String github = aGithubConnection();
        String gitlab = aConnection("gitlab", List.of(SECRET), List.of("*"));

        for (String type : List.of("text/plain", "garbage", ";;;;")) {
            Response response = RestAssured.given()
                    .header("Content-Type", type)
                    .body("x".getBytes(StandardCharsets.US_ASCII))
                    .post("/webhooks/" + github);
            assertProblem(response, 415, "unsupported-media-type");
            response.then().body("detail", equalTo("send application/json, and say so in the Content-Type header"));
        }
        assertProblem(
                RestAssured.given()
                        .contentType("application/x-www-form-urlencoded")
                        .body("payload=x")
                        .post("/webhooks/" + gitlab),
                415,
                "unsupported-media-type");
    }

    @Test
    void answersUnavailableSoonWhileTheDatabaseIsAway() {
        String connection = aGithubConnection();
        CuttableRoute.cut();
        try {
            long start = System.nanoTime();
            assertProblem(
                    deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                            .extract()
                            .response(),
                    503,
                    "storage-away");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        } finally {
            CuttableRoute.mend();
        }

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                        .statusCode(202)
                        .body("outcome", equalTo("accepted")));
        assertThat(eventsOf(connection, 1)).hasSize(1);
    }
}

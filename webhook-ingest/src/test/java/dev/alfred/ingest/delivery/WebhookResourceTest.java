package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.alfred.embedded.TestBroker;
import dev.alfred.ingest.IngestServers;
import dev.alfred.ingest.IssueTopic;
import dev.alfred.ingest.forge.SharedPayloads;
import dev.alfred.ingest.forge.SharedPayloads.Recorded;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.alfred.ingest.Fixtures.SECRET;
import static dev.alfred.ingest.Fixtures.aConnection;
import static dev.alfred.ingest.Fixtures.aGithubConnection;
import static dev.alfred.ingest.Fixtures.as;
import static dev.alfred.ingest.Fixtures.assertProblem;
import static dev.alfred.ingest.Fixtures.deliver;
import static dev.alfred.ingest.Fixtures.eventsOf;
import static dev.alfred.ingest.Fixtures.hmac;
import static dev.alfred.ingest.Fixtures.labeledIssue;
import static dev.alfred.ingest.Fixtures.signedByGithub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

/** A webhook is stored once and told on the topic. */
@QuarkusTest
@WithTestResource(IngestServers.class)
class WebhookResourceTest {
    @Test
    void tellsAnAcceptedWebhooksEventOnTheTopic() {
        String connection = aGithubConnection();

        String delivery = deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .statusCode(202)
                .body("outcome", equalTo("accepted"), "reason", nullValue())
                .extract()
                .path("delivery");

        assertThat(eventsOf(connection, 1)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("dev.alfred.issue.labeled.v1");
            assertThat(event.data()).contains("\"label\":\"alfred\"", delivery, "\"repositoryId\":\"77\"");
        });
    }

    @Test
    void answersADuplicateWithTheFirstDelivery() {
        String connection = aGithubConnection();
        String first = deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .extract()
                .path("delivery");

        deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .statusCode(202)
                .body("outcome", equalTo("duplicate"), "delivery", equalTo(first));

        deliver(connection, "issues", "d-2", labeledIssue("second")).statusCode(202);
        assertThat(eventsOf(connection, 2))
                .extracting(IssueTopic.Seen::data)
                .satisfiesExactly(
                        data -> assertThat(data).contains("alfred"),
                        data -> assertThat(data).contains("second"));
        as("viewer").get("/deliveries/" + first).then().body("duplicates", equalTo(1));
    }

    @Test
    void storesOneOfManyEqualDeliveriesThatComeAtOnce() throws Exception {
        String connection = aGithubConnection();
        List<String> outcomes;
        try (ExecutorService senders = Executors.newFixedThreadPool(8)) {
            List<Future<String>> answers = IntStream.range(0, 8)
                    .mapToObj(i -> senders.submit(() -> deliver(connection, "issues", "same", labeledIssue("alfred"))
                            .statusCode(202)
                            .extract()
                            .<String>path("outcome")))
                    .toList();
            outcomes = answers.stream().map(WebhookResourceTest::get).toList();
        }

        assertThat(outcomes).containsOnlyOnce("accepted").contains("duplicate");
        deliver(connection, "issues", "next", labeledIssue("next")).statusCode(202);
        assertThat(eventsOf(connection, 2)).hasSize(2);
    }

    @Test
    void takesARedeliveryOfAnIgnoredWebhookOnceTheProjectIsAllowed() {
        String connection = aConnection("github", List.of(SECRET), List.of("1"));
        String first = deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .statusCode(202)
                .body("outcome", equalTo("ignored"), "reason", equalTo("unknown_project"))
                .extract()
                .path("delivery");
        deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .body("outcome", equalTo("duplicate"), "delivery", equalTo(first));
        as("admin")
                .contentType("application/json")
                .body(Map.of(
                        "forge",
                        "github",
                        "baseUrl",
                        "https://forge.example",
                        "secrets",
                        List.of(SECRET),
                        "projects",
                        List.of("1", "77")))
                .put("/connections/" + connection)
                .then()
                .statusCode(200);

        deliver(connection, "issues", "d-1", labeledIssue("alfred"))
                .statusCode(202)
                .body("outcome", equalTo("accepted"));

        assertThat(eventsOf(connection, 1)).hasSize(1);
    }

    @Test
    void ignoresWhatIsOfNoInterestWithAReason() {
        String connection = aGithubConnection();

        deliver(connection, "ping", "d-1", "{\"zen\": \"calm\"}")
                .statusCode(202)
                .body("outcome", equalTo("ignored"), "reason", equalTo("ping"), "delivery", notNullValue());
        deliver(connection, "star", "d-2", "{\"repository\": {\"id\": 77}}")
                .statusCode(202)
                .body("reason", equalTo("unhandled_event"));
        deliver(connection, "issues", "d-3", "[]").statusCode(202).body("reason", equalTo("incomplete_payload"));
    }

    @Test
    void takesALargeWebhookThatIsWithinTheLimit(@TempDir Path directory) throws IOException {
        String connection = aGithubConnection();
        String payload = labeledIssue("alfred").replace("\"body\": null", "\"body\": \"" + "x".repeat(20 << 20) + "\"");

        signedByGithub("issues", "d-1", payload.getBytes(StandardCharsets.UTF_8), directory)
                .post("/webhooks/" + connection)
                .then()
                .statusCode(202)
                .body("outcome", equalTo("accepted"));

        assertThat(eventsOf(connection, 1))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.data()).contains("cut by Alfred").hasSizeLessThan(300_000));
    }

    @Test
    void readsFormsOfGithubAndOfForgejoByTheirOwnRules() {
        byte[] form = ("payload=" + URLEncoder.encode(labeledIssue("alfred"), StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.US_ASCII);
        String github = aGithubConnection();
        String forgejo = aConnection("forgejo", List.of(SECRET), List.of("*"));

        form(form)
                .header("X-GitHub-Event", "issues")
                .header("X-Hub-Signature-256", "sha256=" + hmac(SECRET, form))
                .post("/webhooks/" + github)
                .then()
                .statusCode(202)
                .body("outcome", equalTo("accepted"));
        form(form)
                .header("X-Forgejo-Event", "issues")
                .header(
                        "X-Forgejo-Signature",
                        hmac(SECRET, labeledIssue("alfred").getBytes(StandardCharsets.UTF_8)))
                .post("/webhooks/" + forgejo)
                .then()
                .statusCode(202)
                .body("reason", equalTo("unhandled_action"));
        assertProblem(form("a=b".getBytes(StandardCharsets.US_ASCII)).post("/webhooks/" + github), 400, "broken-form");
    }

    @Test
    void takesNoNoticeOfCredentialsThatAForgeSendsAlong() {
        String connection = aGithubConnection();

        signedByGithub("issues", "d-1", labeledIssue("alfred").getBytes(StandardCharsets.UTF_8))
                .header("Authorization", "Basic bm9ib2R5Ondyb25n")
                .post("/webhooks/" + connection)
                .then()
                .statusCode(202);
    }

    @Test
    void acceptsWhileTheBrokerIsAwayAndDeliversLater() {
        String connection = aGithubConnection();
        TestBroker.stop();
        try {
            for (int i = 0; i < 5; i++) {
                deliver(connection, "issues", "d-" + i, labeledIssue("label-" + i))
                        .statusCode(202)
                        .body("outcome", equalTo("accepted"));
            }
        } finally {
            TestBroker.restart();
        }

        assertThat(eventsOf(connection, 5))
                .extracting(event -> event.data().replaceAll(".*\"label\":\"([^\"]*)\".*", "$1"))
                .containsExactly("label-0", "label-1", "label-2", "label-3", "label-4");
    }

    @Test
    void countsAnswersByForgeEventAndOutcome() {
        String connection = aGithubConnection();
        String series = "alfred_webhook_deliveries_total{event=\"issue\",forge=\"github\",outcome=\"accepted\"}";
        double before = metric(series);

        deliver(connection, "issues", "d-1", labeledIssue("alfred")).statusCode(202);

        assertThat(metric(series)).isEqualTo(before + 1);
        assertThat(metric("alfred_webhook_ack_seconds_count")).isPositive();
        assertThat(metric("alfred_webhook_deliveries_total{event=\"ci\",forge=\"gitlab\",outcome=\"refused\"}"))
                .isZero();
    }

    @Test
    void acceptsOrIgnoresEachRecordedWebhook() {
        Assumptions.assumeTrue(
                SharedPayloads.directory().isPresent(),
                "skipped: the recorded webhooks (shared/payloads) are not on this machine");
        Map<String, String> connections = new HashMap<>();
        for (Recorded recorded : SharedPayloads.all()) {
            String connection = connections.computeIfAbsent(
                    recorded.forge().wire(), forge -> aConnection(forge, SharedPayloads.SECRETS, List.of("*")));
            RequestSpecification request = RestAssured.given().body(recorded.body());
            recorded.headers().forEach((name, values) -> request.header(name, values.getFirst()));

            String outcome = request.post("/webhooks/" + connection)
                    .then()
                    .statusCode(202)
                    .extract()
                    .path("outcome");

            assertThat(outcome).as(recorded.name()).isIn("accepted", "ignored");
        }
    }

    /** RestAssured would make a form itself; this one is sent as it is. */
    private static RequestSpecification form(byte[] body) {
        String type = "application/x-www-form-urlencoded";
        return RestAssured.given()
                .config(RestAssuredConfig.config()
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .encodeContentTypeAs(type, ContentType.BINARY)
                                .appendDefaultContentCharsetToContentTypeIfUndefined(false)))
                .contentType(type)
                .body(body);
    }

    private static double metric(String series) {
        return as("viewer")
                .get("/q/metrics")
                .then()
                .extract()
                .asString()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series " + series));
    }

    private static String get(Future<String> answer) {
        try {
            return answer.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}

package dev.alfred.ingest;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

/** What the component tests send, in the words of the domain. */
public final class Fixtures {
    public static final String SECRET = "a secret for tests";

    private Fixtures() {}

    public static RequestSpecification as(String user) {
        return RestAssured.given().auth().preemptive().basic(user, user + "-for-tests");
    }

    /** A new connection with a name of its own. */
    public static String aConnection(String forge, List<String> secrets, List<String> projects) {
        String name = forge + "-" + UUID.randomUUID().toString().substring(0, 13);
        as("admin")
                .contentType("application/json")
                .body(new Body(forge, "https://forge.example", secrets, projects))
                .put("/connections/" + name)
                .then()
                .statusCode(201);
        return name;
    }

    public static String aGithubConnection() {
        return aConnection("github", List.of(SECRET), List.of("*"));
    }

    /** An issue of the project 77 that was labelled. */
    public static String labeledIssue(String label) {
        return """
                {"action": "labeled", "label": {"name": "%s"},
                 "issue": {"id": 901, "number": 12, "title": "Engine stops", "body": null, "state": "open",
                           "labels": [{"name": "%s"}], "user": null, "updated_at": "2026-02-28T08:00:00Z"},
                 "repository": {"id": 77, "full_name": "acme/rocket"}, "sender": {"id": 5, "login": "mia"}}
                """.formatted(label, label);
    }

    /** A GitHub webhook with a right signature. */
    public static RequestSpecification signedByGithub(String event, String delivery, byte[] body) {
        return RestAssured.given()
                .contentType("application/json")
                .header("X-GitHub-Event", event)
                .header("X-GitHub-Delivery", delivery)
                .header("X-Hub-Signature-256", "sha256=" + hmac(SECRET, body))
                .body(body);
    }

    /** As above, out of a file in that directory: an array would be kept for the log, each byte as a word. */
    public static RequestSpecification signedByGithub(String event, String delivery, byte[] body, Path directory)
            throws IOException {
        File file = Files.write(directory.resolve(delivery), body).toFile();
        return signedByGithub(event, delivery, body).body(file);
    }

    public static ValidatableResponse deliver(String connection, String event, String delivery, String payload) {
        return signedByGithub(event, delivery, payload.getBytes(StandardCharsets.UTF_8))
                .post("/webhooks/" + connection)
                .then();
    }

    /** What the topic holds of project 77 on that connection, once so many are there. */
    public static List<IssueTopic.Seen> eventsOf(String connection, int expected) {
        try (IssueTopic topic = IssueTopic.of(connection + "/77")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> topic.seen().size() >= expected);
            return topic.seen();
        }
    }

    public static void assertProblem(Response response, int status, String type) {
        response.then()
                .statusCode(status)
                .contentType(containsString("application/problem+json"))
                .body("type", equalTo("urn:alfred:problem:" + type), "status", equalTo(status));
    }

    public static String hmac(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private record Body(String forge, String baseUrl, List<String> secrets, List<String> projects) {}
}

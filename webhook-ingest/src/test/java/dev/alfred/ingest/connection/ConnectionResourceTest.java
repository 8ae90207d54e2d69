package dev.alfred.ingest.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

import dev.alfred.ingest.IngestServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.ingest.Fixtures.aConnection;
import static dev.alfred.ingest.Fixtures.as;
import static dev.alfred.ingest.Fixtures.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

@QuarkusTest
@WithTestResource(IngestServers.class)
class ConnectionResourceTest {
    @Inject
    EntityManager database;

    @Test
    void showsAConnectionWithoutItsSecrets() {
        String name = aConnection("gitlab", List.of("hush-hush-1", "hush-hush-2"), List.of("7", "9"));

        String shown = as("viewer")
                .get("/connections/" + name)
                .then()
                .statusCode(200)
                .body(
                        "name", equalTo(name),
                        "forge", equalTo("gitlab"),
                        "baseUrl", equalTo("https://forge.example"),
                        "projects", equalTo(List.of("7", "9")),
                        "secrets", equalTo(2),
                        "webhookUrl", equalTo("https://alfred.example/webhooks/" + name))
                .extract()
                .asString();

        assertThat(shown).doesNotContain("hush");
    }

    @Test
    @Transactional
    void storesSecretsSealed() {
        String name = aConnection("github", List.of("hush-hush-1"), List.of("*"));

        byte[] sealed = (byte[])
                database.createNativeQuery("SELECT sealed_secrets FROM connection WHERE name = ?1", byte[].class)
                        .setParameter(1, name)
                        .getSingleResult();

        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("hush");
        assertThat(Arrays.copyOf(sealed, 1)).containsExactly(1);
    }

    @Test
    void changesAConnectionByTheSameRequest() {
        String name = aConnection("github", List.of("first"), List.of("*"));

        put(name, body()).statusCode(200).body("forge", equalTo("forgejo"), "projects", equalTo(List.of("77")));

        assertThat(auditOf(name)).containsExactly("admin connection.put created", "admin connection.put changed");
    }

    @Test
    void makesOneConnectionOfManyEqualRequestsAtOnce() throws InterruptedException, ExecutionException {
        List<String> names = Stream.generate(
                        () -> "new-" + UUID.randomUUID().toString().substring(0, 13))
                .limit(20)
                .toList();
        List<Callable<Integer>> requests = names.stream()
                .flatMap(name -> Stream.generate(() -> name).limit(8))
                .<Callable<Integer>>map(
                        name -> () -> put(name, body()).extract().statusCode())
                .toList();
        List<Integer> answers = new ArrayList<>();
        try (ExecutorService senders = Executors.newFixedThreadPool(8)) {
            for (Future<Integer> answer : senders.invokeAll(requests)) {
                answers.add(answer.get());
            }
        }

        assertThat(answers).containsOnly(200, 201);
        assertThat(answers.stream().filter(status -> status == 201)).hasSize(names.size());
    }

    @Test
    void saysAllThatIsWrongWithAConnection() {
        String name = "new-" + UUID.randomUUID().toString().substring(0, 8);
        Map<String, Object> wrong = body();
        wrong.putAll(
                Map.of("forge", "bitbucket", "baseUrl", "ftp://x", "secrets", List.of(), "projects", List.of("a")));

        put(name, wrong)
                .statusCode(400)
                .contentType(containsString("application/problem+json"))
                .body(
                        "type",
                        equalTo("urn:alfred:problem:invalid-connection"),
                        "detail",
                        allOf(
                                containsString("forge must be one of github, gitlab, forgejo, gitea"),
                                containsString("baseUrl"),
                                containsString("secrets"),
                                containsString("projects")));
        put("Not A Name", body()).statusCode(400);
        as("admin")
                .contentType("application/json")
                .body("{\"forge\": 1,")
                .put("/connections/" + name)
                .then()
                .statusCode(400)
                .contentType(containsString("application/problem+json"));
        as("viewer").get("/connections/" + name).then().statusCode(404);
    }

    @Test
    void deletesAConnectionOnceOrTwice() {
        String name = aConnection("github", List.of("first"), List.of("*"));

        as("admin").delete("/connections/" + name).then().statusCode(204);
        as("admin").delete("/connections/" + name).then().statusCode(204);

        as("viewer").get("/connections/" + name).then().statusCode(404);
        assertThat(auditOf(name))
                .containsExactly(
                        "admin connection.put created",
                        "admin connection.delete deleted",
                        "admin connection.delete absent");
    }

    @Test
    void listsConnectionsByPage() {
        String name = aConnection("github", List.of("first"), List.of("*"));
        List<String> names = new ArrayList<>();
        String cursor = "";

        while (cursor != null) {
            JsonPath page = as("viewer")
                    .get("/connections?limit=2" + cursor)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            names.addAll(page.getList("items.name"));
            cursor = page.get("next") == null ? null : "&cursor=" + page.get("next");
        }

        assertThat(names).contains(name).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "cursor=abc, bad-page",
        "cursor=YWZ0ZXI6AA, bad-page",
        "limit=0, bad-page",
        "limit=abc, bad-parameter",
        "cursor=%00, control-character"
    })
    void refusesAPageThatItNeverGave(String query, String problem) {
        assertProblem(as("viewer").urlEncodingEnabled(false).get("/connections?" + query), 400, problem);
    }

    @Test
    void refusesAFieldThatIsMisspelt() {
        Map<String, Object> misspelt = body();
        misspelt.put("project", List.of("77"));

        put("misspelt", misspelt)
                .statusCode(400)
                .body(
                        "type", equalTo("urn:alfred:problem:unknown-field"),
                        "detail", containsString("the body has no field project"));
        as("viewer").get("/connections/misspelt").then().statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/connections", "/q/openapi", "/q/metrics"})
    void tellsWhoeverIsNoCallerHowToBeOne(String address) {
        for (Response response : List.of(
                RestAssured.given().get(address),
                RestAssured.given().auth().preemptive().basic("admin", "wrong").get(address))) {
            assertProblem(response, 401, "unauthorized");
            assertThat(response.header("WWW-Authenticate")).startsWithIgnoringCase("basic");
        }
    }

    @Test
    void letsOnlyAdministratorsChangeConnections() {
        as("viewer")
                .contentType("application/json")
                .body(body())
                .put("/connections/x")
                .then()
                .statusCode(403)
                .contentType(containsString("application/problem+json"));
        as("service").delete("/connections/x").then().statusCode(403);
        RestAssured.given().get("/connections/x").then().statusCode(401);
        RestAssured.given().get("/q/health/ready").then().statusCode(200);
    }

    @Test
    void givesTheCurrentSecretToServicesOnly() {
        String name = aConnection("github", List.of("current", "former"), List.of("*"));
        String gitlab = aConnection(
                "gitlab", List.of("whsec_dGVzdHRlc3R0ZXN0dGVzdHRlc3R0ZXN0dGVzdHRlc3Q=", "plain"), List.of("*"));

        as("service")
                .get("/internal/connections/" + name + "/hook")
                .then()
                .statusCode(200)
                .body("url", equalTo("https://alfred.example/webhooks/" + name), "secret", equalTo("current"));
        as("service").get("/internal/connections/" + gitlab + "/hook").then().body("secret", equalTo("plain"));
        as("admin").get("/internal/connections/" + name + "/hook").then().statusCode(403);
        as("viewer").get("/internal/connections/" + name + "/hook").then().statusCode(403);
        as("service").get("/internal/connections/nobody/hook").then().statusCode(404);
    }

    private static Map<String, Object> body() {
        return new HashMap<>(Map.of(
                "forge",
                "forgejo",
                "baseUrl",
                "https://forge.example/sub/",
                "secrets",
                List.of("second"),
                "projects",
                List.of("77")));
    }

    private static ValidatableResponse put(String name, Map<String, Object> body) {
        return as("admin")
                .contentType("application/json")
                .body(body)
                .put("/connections/{name}", name)
                .then();
    }

    private List<String> auditOf(String name) {
        List<?> rows = database.createNativeQuery(
                        "SELECT who || ' ' || action || ' ' || outcome FROM audit WHERE target = ?1 ORDER BY id",
                        String.class)
                .setParameter(1, name)
                .getResultList();
        return rows.stream().map(String::valueOf).toList();
    }
}

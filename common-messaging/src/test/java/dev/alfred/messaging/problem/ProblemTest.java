package dev.alfred.messaging.problem;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWithIgnoringCase;

/** Whatever a caller does wrong is answered with a problem that says what to do instead. */
@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class ProblemTest {

    private static final String SOME_ID = UUID.randomUUID().toString();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dead-letters?cursor=%00",
                "/dead-letters?%00=1",
                "/dead-letters/a%00b/replay",
                "/nowhere/%0A",
                "/echo/x%7f",
                "/%1b"
            })
    void refusesControlCharactersInAnAddress(String address) {
        problem(admin().urlEncodingEnabled(false).get(address).then(), 400, "control-character")
                .body("detail", containsString("leave it out"));
    }

    @ParameterizedTest
    @CsvSource({
        "/dead-letters?limit=abc, limit must be a whole number",
        "/dead-letters?limit=1.5, limit must be a whole number",
        "/dead-letters?limit=99999999999999, limit must be a whole number",
        "/echo/{id}?cursor=abc, cursor must be a whole number",
        "/echo/{id}?delivery=abc, delivery must be a UUID"
    })
    void saysWhatAParameterOfTheQueryMustBe(String address, String detail) {
        problem(admin().get(address.replace("{id}", SOME_ID)).then(), 400, "bad-parameter")
                .body("detail", equalTo(detail));
    }

    @Test
    void saysWhatToDoAboutEachRefusalOfTheFramework() {
        problem(admin().get("/nowhere").then(), 404, "http-404").body("detail", containsString("/q/openapi"));
        problem(admin().get("/echo/no-uuid").then(), 404, "http-404").body("detail", containsString("/q/openapi"));
        problem(admin().delete("/dead-letters").then(), 405, "http-405").body("detail", containsString("/q/openapi"));
        problem(admin().accept("image/png").get("/dead-letters").then(), 406, "http-406")
                .body("detail", containsString("Accept"));
        problem(admin().contentType("text/plain").body("x").post("/echo").then(), 415, "unsupported-media-type")
                .body("detail", containsString("application/json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dead-letters", "/q/metrics", "/nowhere"})
    void tellsWhoeverIsNoCallerHowToBeOne(String address) {
        challenged(given().get(address).then());
        challenged(
                given().auth().preemptive().basic("admin", "wrong").get(address).then());
        challenged(given().header("Authorization", basic("admin\0:admin-for-tests\0"))
                .get(address)
                .then());
    }

    @Test
    void namesFieldsAndParametersAsTheCallerDoes() {
        problem(post("").then(), 400, "invalid-input").body("detail", equalTo("the body must be given"));
        problem(post("{\"inner\": {\"count\": 0}}").then(), 400, "invalid-input")
                .body("detail", equalTo("inner.count must be at least 1; name must be given"));
        problem(
                        admin().header("Idempotency-Key", "0")
                                .get("/echo/" + SOME_ID + "?cursor=0")
                                .then(),
                        400,
                        "invalid-input")
                .body("detail", equalTo("Idempotency-Key must be at least 1; cursor must be at least 1"));
    }

    @Test
    void saysWhichFieldOfABodyIsUnknownOrOfAnotherKind() {
        problem(post("{\"name\": \"a\", \"nmae\": \"b\"}").then(), 400, "unknown-field")
                .body("detail", equalTo("the body has no field nmae; there it takes inner, name"));
        problem(post("{\"name\": \"a\", \"inner\": {\"cuont\": 1}}").then(), 400, "unknown-field")
                .body("detail", containsString("inner.cuont"));
        problem(post("{\"name\": \"a\", \"inner\": 7}").then(), 400, "unreadable-body")
                .body("detail", allOf(containsString("inner"), not(containsString("dev.alfred"))));
        problem(post("{\"name\": ").then(), 400, "unreadable-body");
    }

    @Test
    void letsServicesSendEachOtherFieldsOfNewerVersions() {
        admin().contentType("application/json")
                .body("{\"id\": \"5\", \"login\": \"mia\", \"bot\": false, \"newer\": 1}")
                .post("/echo/contract")
                .then()
                .statusCode(204);
    }

    private static Response post(String body) {
        return admin().contentType("application/json").body(body).post("/echo");
    }

    private static void challenged(ValidatableResponse response) {
        problem(response, 401, "unauthorized")
                .header("WWW-Authenticate", startsWithIgnoringCase("basic"))
                .body("detail", containsString("Basic"));
    }

    private static ValidatableResponse problem(ValidatableResponse response, int status, String name) {
        return response.statusCode(status)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:alfred:problem:" + name), "status", equalTo(status));
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }
}

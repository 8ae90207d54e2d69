package dev.alfred.local.model;

import java.util.List;
import java.util.Map;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

@QuarkusTest
class MessagesEndpointTest {

    private static final List<Map<String, Object>> TOOLS = List.of(Map.of(
            "name",
            "Bash",
            "input_schema",
            Map.of(
                    "type",
                    "object",
                    "required",
                    List.of("command"),
                    "properties",
                    Map.of("command", Map.of("type", "string"), "description", Map.of("type", "string")))));

    @AfterEach
    void clear() {
        RestAssured.delete("/_script/faults");
    }

    @Test
    void answersTheProbesOfAClient() {
        RestAssured.head("/").then().statusCode(200);
        RestAssured.get("/v1/models").then().statusCode(200).body("data.size()", greaterThan(0));
        client(Map.of("messages", List.of()))
                .post("/v1/messages/count_tokens")
                .then()
                .statusCode(200)
                .body("input_tokens", greaterThan(0));
    }

    @Test
    void callsTheToolThatAnOrderNames() {
        ask(false, user("please [[tool:echo hi]] and [[say:that was all]]"))
                .then()
                .statusCode(200)
                .body("stop_reason", equalTo("tool_use"))
                .body("content[1].name", equalTo("Bash"))
                .body("content[1].input.command", equalTo("echo hi"));
    }

    @Test
    void saysTheLastWordOnceTheToolHasRun() {
        ask(false, user("please [[tool:echo hi]] and [[say:that was all]]"), assistantCall("echo hi"), result("hi"))
                .then()
                .body("stop_reason", equalTo("end_turn"))
                .body("content[0].text", equalTo("that was all"));
    }

    @Test
    void streamsTheSameReplyAsEvents() {
        String stream = ask(true, user("[[say:" + "é🚀".repeat(200) + "]]")).asString();
        assertThat(stream.lines().filter(line -> line.startsWith("event: ")).distinct())
                .containsExactly(
                        "event: message_start",
                        "event: ping",
                        "event: content_block_start",
                        "event: content_block_delta",
                        "event: content_block_stop",
                        "event: message_delta",
                        "event: message_stop");
        StringBuilder text = new StringBuilder();
        stream.lines()
                .filter(line -> line.contains("text_delta"))
                .forEach(line -> text.append(
                        JsonPath.from(line.substring("data: ".length())).getString("delta.text")));
        assertThat(text.toString()).isEqualTo("é🚀".repeat(200));
    }

    @Test
    void cutsAStreamInItsMiddle() {
        assertThatThrownBy(() -> ask(true, user("[[say:never heard]] [[cut]]")).asString())
                .isInstanceOf(Exception.class);
    }

    @Test
    void countsEarlierTurnsAsReadFromTheCache() {
        int first = ask(false, user("hello")).path("usage.cache_read_input_tokens");
        Response second = ask(false, user("hello"), assistant("hi"), user("again"));
        int read = second.path("usage.cache_read_input_tokens");
        assertThat(first).isZero();
        assertThat(read).isPositive();
        int whole = ask(false, user("x".repeat(40_000))).path("usage.cache_creation_input_tokens");
        assertThat(whole).isBetween(9_000, 12_000);
    }

    @Test
    void failsTheNextRequestsWhenToldTo() {
        RestAssured.given()
                .contentType(ContentType.JSON)
                .body(Map.of("status", 529, "times", 2, "headers", Map.of("retry-after", "1")))
                .post("/_script/faults")
                .then()
                .statusCode(200);
        ask(false, user("a"))
                .then()
                .statusCode(529)
                .body("error.type", equalTo("overloaded_error"))
                .header("retry-after", "1");
        ask(true, user("a")).then().statusCode(529);
        ask(false, user("a")).then().statusCode(200);
    }

    @Test
    void leavesSideCallsOutOfFaultsAndOrders() {
        RestAssured.given()
                .contentType(ContentType.JSON)
                .body(Map.of("status", 401))
                .post("/_script/faults");
        client(Map.of("model", "m", "messages", List.of(user("title for [[err:500]]"))))
                .post("/v1/messages")
                .then()
                .statusCode(200);
        ask(false, user("a")).then().statusCode(401);
    }

    @Test
    void refusesWhoBringsNoKeyAndWhatIsNoRequest() {
        RestAssured.given()
                .body("{\"messages\":[]}")
                .post("/v1/messages")
                .then()
                .statusCode(401);
        RestAssured.given()
                .header("x-api-key", "k")
                .body("not json")
                .post("/v1/messages")
                .then()
                .statusCode(400);
    }

    @Test
    void recordsWhatReachedTheModelWordForWord() {
        int before = lastId();
        String big = "quote \" and newline \n".repeat(50_000);
        ask(false, user(big), assistant("ok"), user("what was it?")).then().statusCode(200);
        Response listed = RestAssured.get("/_script/requests?after=" + before);
        assertThat(listed.jsonPath().getList("id")).hasSize(1);
        assertThat(listed.jsonPath().getInt("[0].turns")).isEqualTo(3);
        assertThat(listed.jsonPath().getInt("[0].said[0].length")).isEqualTo(big.length());
        int id = listed.jsonPath().getInt("[0].id");
        RestAssured.get("/_script/requests/" + id)
                .then()
                .statusCode(200)
                .body("messages[0].content", equalTo(big))
                .body("messages[1].role", equalTo("assistant"));
        RestAssured.get("/_script/requests/999999").then().statusCode(404);
    }

    private static int lastId() {
        List<Integer> ids = RestAssured.get("/_script/requests").jsonPath().getList("id");
        return ids.isEmpty() ? 0 : ids.getLast();
    }

    private static Response ask(boolean stream, Object... messages) {
        return client(Map.of("model", "m", "stream", stream, "tools", TOOLS, "messages", List.of(messages)))
                .post("/v1/messages");
    }

    private static RequestSpecification client(Object body) {
        return RestAssured.given()
                .contentType(ContentType.JSON)
                .header("x-api-key", "made-up")
                .body(body);
    }

    private static Map<String, Object> user(String text) {
        return Map.of("role", "user", "content", text);
    }

    private static Map<String, Object> assistant(String text) {
        return Map.of("role", "assistant", "content", List.of(Map.of("type", "text", "text", text)));
    }

    private static Map<String, Object> assistantCall(String command) {
        return Map.of(
                "role",
                "assistant",
                "content",
                List.of(Map.of("type", "tool_use", "id", "t1", "name", "Bash", "input", Map.of("command", command))));
    }

    private static Map<String, Object> result(String text) {
        return Map.of(
                "role",
                "user",
                "content",
                List.of(Map.of("type", "tool_result", "tool_use_id", "t1", "content", text)));
    }
}

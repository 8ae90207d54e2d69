package dev.alfred.sessions.record;

import java.util.UUID;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.SessionServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aQuestion;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.as;
import static org.hamcrest.Matchers.blankOrNullString;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

/** Each route says what is wrong with what it was sent, and fails at nothing. */
@QuarkusTest
@WithTestResource(SessionServers.class)
class BadInputTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "7",
                "\"x\"",
                "{}",
                "{\"run\":\"x\"}",
                "{\"run\":{}}",
                "{\"attempt\":1e99}"
            })
    void noBodyThatIsNoneOfTheRoutes(String body) {
        refused(post("/internal/sessions/resolve", body));
        refused(post("/internal/sessions", body));
    }

    @ParameterizedTest
    @CsvSource({
        "attempt, 0",
        "attempt, -1",
        "attempt, 99999999999",
        "attempt, \"x\"",
        "mailbox, \"../../etc-issue-1\"",
        "mailbox, \"a-issue-1\\u0000\"",
        "mailbox, 7",
        "mailboxRevision, 1e40",
        "adapter, \"nobody\"",
        "adapter, \"openai-api\"",
        "runner, \"host\"",
        "runner, \"moon\"",
        "phase, \"rest\"",
        "run, \"1\""
    })
    void noQuestionWithAFieldThatIsNone(String field, String value) throws JsonProcessingException {
        String question = ContractJson.mapper()
                .valueToTree(aQuestion(aMailbox(), UUID.randomUUID(), 1))
                .toString();

        refused(post("/internal/sessions/resolve", with(question, field, value)));
    }

    @ParameterizedTest
    @CsvSource({
        "attempt, 0",
        "mailbox, \"A-issue-1\"",
        "adapter, \"nobody\"",
        "outcome, \"fine\"",
        "exitReason, \"bad luck\"",
        "resumeFallback, \"whatever\"",
        "fingerprint, 7",
        "totals, \"many\"",
        "endedAt, \"yesterday\"",
        "endedAt, \"+999999999-01-01T00:00:00Z\"",
        "endedAt, \"-999999999-01-01T00:00:00Z\""
    })
    void noRecordWithAFieldThatIsNone(String field, String value) throws JsonProcessingException {
        String session = ContractJson.mapper()
                .valueToTree(aRecord(aMailbox(), UUID.randomUUID(), "native-1"))
                .toString();

        refused(post("/internal/sessions", with(session, field, value)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nativeSessionId", "sessionName", "provider", "model", "cliVersion"})
    void aTextOfACliThatNoDatabaseTakesStopsNoRunFromBeingRecorded(String field) throws JsonProcessingException {
        MailboxKey mailbox = aMailbox();
        String session = ContractJson.mapper()
                .valueToTree(aRecord(mailbox, UUID.randomUUID(), "native-1"))
                .toString();

        post("/internal/sessions", with(session, field, "\"a\\u0000b\"")).statusCode(204);

        as("viewer").get("/mailboxes/" + mailbox + "/sessions").then().body("items[0]." + field, equalTo("a\uFFFDb"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sessions?limit=many",
                "/sessions?limit=0",
                "/sessions?limit=-1",
                "/sessions?limit=99999999999",
                "/sessions?cursor=99999999999999999999",
                "/sessions?mailbox=%00",
                "/mailboxes/nobody/sessions",
                "/mailboxes/a-issue-1%00/sessions",
                "/mailboxes/a-issue-1/sessions?limit=x"
            })
    void noPageThatIsNone(String route) {
        refused(as("viewer").urlEncodingEnabled(false).get(route).then());
    }

    @Test
    void noRemovalOfWhatIsNoState() {
        refused(as("admin").delete("/mailboxes/a-issue-1/sessions/nobody/state").then());
        refused(as("admin").delete("/mailboxes/nobody/sessions/codex/state").then());
    }

    @ParameterizedTest
    @CsvSource({
        "service, DELETE, /mailboxes/a-issue-1/sessions/codex/state",
        "viewer, DELETE, /mailboxes/a-issue-1/sessions/codex/state",
        "service, POST, /sweeps",
        "viewer, POST, /internal/sessions/resolve",
        "admin, POST, /internal/sessions"
    })
    void nothingOfAnotherRole(String user, String method, String route) {
        as(user).contentType("application/json")
                .body("{}")
                .request(method, route)
                .then()
                .statusCode(403)
                .contentType(containsString("application/problem+json"));
    }

    private static String with(String json, String field, String value) throws JsonProcessingException {
        ObjectNode changed = (ObjectNode) ContractJson.mapper().readTree(json);
        changed.set(field, ContractJson.mapper().readTree(value));
        return changed.toString();
    }

    private static ValidatableResponse post(String route, String body) {
        return as("service")
                .contentType("application/json")
                .body(body)
                .post(route)
                .then();
    }

    private static void refused(ValidatableResponse answer) {
        answer.statusCode(400)
                .contentType(containsString("application/problem+json"))
                .body("detail", not(blankOrNullString()));
    }
}

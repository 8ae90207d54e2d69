package dev.alfred.sessions.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.sessions.SessionServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aQuestion;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.aRun;
import static dev.alfred.sessions.Fixtures.as;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
@WithTestResource(SessionServers.class)
class SessionResourceTest {

    @Test
    void beginsAFreshSessionInADirectoryThatIsThere() {
        MailboxKey mailbox = aMailbox();

        String path = resolve(mailbox, UUID.randomUUID(), 1)
                .statusCode(200)
                .body(
                        "resumeId", nullValue(),
                        "fallback", equalTo("no_prior_session"),
                        "state.kind", equalTo("directory"),
                        "state.path", endsWith("/.agent-sessions/" + mailbox + "/claude-code"))
                .extract()
                .path("state.path");

        assertThat(Path.of(path)).isDirectory();
    }

    @Test
    void resumesTheSessionOfTheSameMailboxAndAdapter() {
        MailboxKey mailbox = aMailbox();
        UUID first = UUID.randomUUID();
        resolve(mailbox, first, 1).statusCode(200);
        record(aRecord(mailbox, first, "native-1")).statusCode(204);

        resolve(mailbox, UUID.randomUUID(), 2)
                .statusCode(200)
                .body(
                        "resumeId", equalTo("native-1"),
                        "fallback", nullValue(),
                        "totals.outputTokens", equalTo(30),
                        "lastSeenRun", equalTo(first.toString()));
        resolve(aMailbox(), UUID.randomUUID(), 2).body("fallback", equalTo("no_prior_session"));
        resolve(of(aQuestion(mailbox, UUID.randomUUID(), 2), AdapterId.CODEX, RunnerKind.SANDBOX))
                .body("fallback", equalTo("adapter_changed"));
    }

    @Test
    void givesTheSameQuestionTheSameAnswer() {
        MailboxKey mailbox = aMailbox();
        aRun(mailbox, 1, "native-1");
        UUID run = UUID.randomUUID();
        String first = resolve(mailbox, run, 2).statusCode(200).extract().asString();
        record(aRecord(mailbox, UUID.randomUUID(), "native-2")).statusCode(204);

        String second = resolve(mailbox, run, 2).statusCode(200).extract().asString();

        assertThat(second).isEqualTo(first).contains("native-1");
    }

    @Test
    void recordsAnAttemptOnce() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        resolve(mailbox, run, 1);

        record(aRecord(mailbox, run, "native-1")).statusCode(204);
        record(aRecord(mailbox, run, "native-9")).statusCode(204);

        as("viewer")
                .get("/mailboxes/" + mailbox + "/sessions")
                .then()
                .statusCode(200)
                .body(
                        "items.size()", equalTo(1),
                        "items[0].run", equalTo(run.toString()),
                        "items[0].nativeSessionId", equalTo("native-1"),
                        "items[0].sessionName", equalTo("agent/issue-7"),
                        "items[0].outcome", equalTo("succeeded"),
                        "items[0].stateRemovedAt", nullValue());
    }

    @Test
    void goesOnWithTheLaterAttemptOfARunHoweverLateTheEarlierOneIsRecorded() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        resolve(mailbox, run, 1).statusCode(200);
        record(of(aRecord(mailbox, run, "native-2"), 2)).statusCode(204);
        record(aRecord(mailbox, run, "native-1")).statusCode(204);

        resolve(mailbox, UUID.randomUUID(), 2).body("resumeId", equalTo("native-2"));
    }

    @Test
    void listsSessionsByPage() {
        MailboxKey mailbox = aMailbox();
        for (int i = 1; i <= 3; i++) {
            aRun(mailbox, i, "native-" + i);
        }

        String next = as("viewer")
                .get("/sessions?limit=2&mailbox=" + mailbox)
                .then()
                .statusCode(200)
                .body("items.nativeSessionId", equalTo(List.of("native-3", "native-2")))
                .extract()
                .path("next");

        as("viewer")
                .get("/sessions?limit=2&mailbox=" + mailbox + "&cursor=" + next)
                .then()
                .body("items.nativeSessionId", equalTo(List.of("native-1")), "next", nullValue());
        as("viewer").get("/sessions").then().statusCode(200);
        as("viewer").get("/sessions?mailbox=../etc").then().statusCode(400);
        as("viewer").get("/sessions?cursor=x").then().statusCode(400);
        as("viewer").get("/sessions?limit=1000").then().statusCode(400);
    }

    @Test
    void namesAClaimForKubernetes() {
        MailboxKey mailbox = aMailbox();

        resolve(of(aQuestion(mailbox, UUID.randomUUID(), 1), AdapterId.CLAUDE_CODE, RunnerKind.KUBERNETES))
                .statusCode(200)
                .body(
                        "state.kind", equalTo("claim"),
                        "state.claim", equalTo("alfred-session-" + mailbox.kubernetesLabel()),
                        "state.subPath", equalTo("claude-code"));
    }

    @Test
    void refusesQuestionsThatCanHaveNoAnswer() {
        MailboxKey mailbox = aMailbox();

        resolve(of(aQuestion(mailbox, UUID.randomUUID(), 1), AdapterId.CLAUDE_CODE, RunnerKind.HOST))
                .statusCode(400)
                .contentType(containsString("application/problem+json"))
                .body("type", equalTo("urn:alfred:problem:no-session-state"));
        resolve(of(aQuestion(mailbox, null, 1), AdapterId.CLAUDE_CODE, RunnerKind.SANDBOX))
                .statusCode(400)
                .body("type", equalTo("urn:alfred:problem:incomplete-request"));
        for (String hostile : new String[] {"../../etc-issue-1", "acme-issue-1/..", "Acme-issue-1", ""}) {
            as("service")
                    .contentType("application/json")
                    .body(
                            "{\"run\":\"%s\",\"attempt\":1,\"mailbox\":\"%s\",\"mailboxRevision\":1,\"adapter\":\"claude-code\",\"runner\":\"sandbox\",\"phase\":\"answer\"}"
                                    .formatted(UUID.randomUUID(), hostile))
                    .post("/internal/sessions/resolve")
                    .then()
                    .statusCode(400)
                    .contentType(containsString("application/problem+json"));
        }
    }

    @Test
    void neverMountsALinkInPlaceOfAState(@TempDir Path outside) throws Exception {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        Files.writeString(outside.resolve("kept"), "kept");
        Files.delete(state);
        Files.createSymbolicLink(state, outside);

        resolve(mailbox, UUID.randomUUID(), 2)
                .statusCode(200)
                .body("resumeId", nullValue(), "fallback", equalTo("state_rejected"));

        assertThat(Files.isSymbolicLink(state)).isFalse();
        assertThat(state).isDirectory();
        assertThat(outside.resolve("kept")).hasContent("kept");
    }

    @Test
    void givesNoStateOutThatHoldsAnotherUsersFiles() throws Exception {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        assumeThat(Files.getAttribute(state.getParent(), "unix:uid"))
                .as("only root can give a file to another user")
                .isEqualTo(0);
        Path restored = Files.createDirectory(state.resolve("other")).resolve("x");
        Files.writeString(restored, "restored as root");

        resolve(mailbox, UUID.randomUUID(), 2)
                .statusCode(200)
                .body("resumeId", nullValue(), "fallback", equalTo("state_rejected"));

        assertThat(state).isEmptyDirectory();
        assertThat(Files.getAttribute(state, "unix:uid")).isEqualTo(10001);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                .isEqualTo("rwx------");
    }

    @Test
    void answersAnewWhenAWaitingAttemptWasPlannedAnew() {
        MailboxKey mailbox = aMailbox();
        ResolveSession question = aQuestion(mailbox, UUID.randomUUID(), 1);
        resolve(question).body("state.kind", equalTo("directory"));

        resolve(of(question, AdapterId.CODEX, RunnerKind.KUBERNETES)).body("state.kind", equalTo("claim"));

        as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                .then()
                .statusCode(204);
    }

    @Test
    void answersAnewWhenAnotherRunWentOnWithTheSessionWhileTheAttemptWaited() {
        MailboxKey mailbox = aMailbox();
        ResolveSession question = aQuestion(mailbox, UUID.randomUUID(), 1);
        resolve(question).body("fallback", equalTo("no_prior_session"));
        aRun(mailbox, 1, "native-1");

        resolve(plannedAnew(question)).body("resumeId", equalTo("native-1"));
    }

    @Test
    void letsGoOfStateThatAnAttemptAskedForAgainAfterItsRecord() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        resolve(mailbox, run, 1);
        record(neverStarted(aRecord(mailbox, run, null))).statusCode(204);
        resolve(mailbox, run, 1).statusCode(200);
        record(neverStarted(aRecord(mailbox, run, null))).statusCode(204);

        as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                .then()
                .statusCode(204);
    }

    @Test
    void believesAnAttemptThatStartedAfterAll() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        resolve(mailbox, run, 1);
        record(neverStarted(aRecord(mailbox, run, null))).statusCode(204);
        resolve(mailbox, run, 1).statusCode(200);
        record(aRecord(mailbox, run, "native-1")).statusCode(204);

        as("viewer")
                .get("/mailboxes/" + mailbox + "/sessions")
                .then()
                .body("items.nativeSessionId", equalTo(List.of("native-1")));
        resolve(mailbox, UUID.randomUUID(), 2).body("resumeId", equalTo("native-1"));
    }

    @Test
    void refusesAnAttemptThatHasEnded() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        resolve(mailbox, run, 1);
        record(aRecord(mailbox, run, "native-1")).statusCode(204);

        resolve(mailbox, run, 1).statusCode(409).body("type", equalTo("urn:alfred:problem:attempt-ended"));
    }

    @Test
    void letsOnlyServicesAskAndTell() {
        as("admin")
                .contentType("application/json")
                .body("{}")
                .post("/internal/sessions/resolve")
                .then()
                .statusCode(403);
        as("viewer")
                .contentType("application/json")
                .body("{}")
                .post("/internal/sessions")
                .then()
                .statusCode(403);
        RestAssured.given().get("/sessions").then().statusCode(401);
        RestAssured.given().get("/q/health/ready").then().statusCode(200);
    }

    private static RecordSession of(RecordSession session, int attempt) {
        return new RecordSession(
                session.run(),
                attempt,
                session.generation(),
                session.mailbox(),
                session.sessionName(),
                session.nativeSessionId(),
                session.resumed(),
                session.resumeFallback(),
                session.sessionOff(),
                session.adapter(),
                session.provider(),
                session.model(),
                session.cliVersion(),
                session.fingerprint(),
                session.totals(),
                session.resumable(),
                session.tainted(),
                session.cliStarted(),
                session.spoke(),
                session.promptSeen(),
                session.outcome(),
                session.exitReason(),
                session.endedAt());
    }

    private static RecordSession neverStarted(RecordSession session) {
        return new RecordSession(
                session.run(),
                session.attempt(),
                session.generation(),
                session.mailbox(),
                session.sessionName(),
                null,
                false,
                null,
                null,
                session.adapter(),
                session.provider(),
                session.model(),
                session.cliVersion(),
                null,
                null,
                false,
                false,
                false,
                false,
                false,
                RunState.FAILED,
                ExitReason.LAUNCH_REFUSED,
                session.endedAt());
    }

    private static ResolveSession of(ResolveSession question, AdapterId adapter, RunnerKind runner) {
        return new ResolveSession(
                question.run(),
                question.attempt(),
                question.generation(),
                question.freshId(),
                question.mailbox(),
                question.mailboxRevision(),
                adapter,
                runner,
                Phase.ANSWER,
                question.cliVersion(),
                false,
                false);
    }

    private static ResolveSession plannedAnew(ResolveSession question) {
        return new ResolveSession(
                question.run(),
                question.attempt(),
                question.generation(),
                UUID.randomUUID(),
                question.mailbox(),
                question.mailboxRevision(),
                question.adapter(),
                question.runner(),
                question.phase(),
                question.cliVersion(),
                question.freshRequested(),
                question.tainted());
    }
}

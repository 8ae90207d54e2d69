package dev.alfred.sessions;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** What the component tests ask and tell, in the words of the domain. */
public final class Fixtures {
    private Fixtures() {}

    public static RequestSpecification as(String user) {
        return RestAssured.given().auth().preemptive().basic(user, user + "-for-tests");
    }

    public static MailboxKey aMailbox() {
        return MailboxKey.issue("acme-rocket", ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }

    public static ResolveSession aQuestion(MailboxKey mailbox, UUID run, long revision) {
        return new ResolveSession(
                run,
                1,
                0,
                run,
                mailbox,
                revision,
                AdapterId.CLAUDE_CODE,
                RunnerKind.SANDBOX,
                Phase.DEVELOPMENT,
                "2.1.270",
                false,
                false);
    }

    public static ValidatableResponse resolve(ResolveSession question) {
        return post("/internal/sessions/resolve", question);
    }

    public static ValidatableResponse resolve(MailboxKey mailbox, UUID run, long revision) {
        return resolve(aQuestion(mailbox, run, revision));
    }

    public static RecordSession aRecord(MailboxKey mailbox, UUID run, String nativeId) {
        return new RecordSession(
                run,
                1,
                0,
                mailbox,
                "agent/issue-7",
                nativeId,
                false,
                null,
                null,
                AdapterId.CLAUDE_CODE,
                "anthropic",
                "a-model",
                "2.1.270",
                null,
                new SessionTotals(null, 10, 20, 30),
                true,
                false,
                true,
                true,
                true,
                RunState.SUCCEEDED,
                ExitReason.NONE,
                Instant.parse("2026-03-01T09:00:00Z"));
    }

    public static ValidatableResponse record(RecordSession session) {
        return post("/internal/sessions", session);
    }

    /** A run from its question to its record. */
    public static String aRun(MailboxKey mailbox, long revision, String nativeId) {
        UUID run = UUID.randomUUID();
        String path = resolve(mailbox, run, revision).statusCode(200).extract().path("state.path");
        record(aRecord(mailbox, run, nativeId)).statusCode(204);
        return path;
    }

    private static ValidatableResponse post(String path, Object body) {
        return as("service")
                .contentType("application/json")
                .body(ContractJson.mapper().valueToTree(body).toString())
                .post(path)
                .then();
    }
}

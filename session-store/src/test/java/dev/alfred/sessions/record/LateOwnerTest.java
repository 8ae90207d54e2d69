package dev.alfred.sessions.record;

import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.sessions.SessionServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Test;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aQuestion;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.aRun;
import static dev.alfred.sessions.Fixtures.as;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.hamcrest.Matchers.equalTo;

/** An instance that was held up goes on with a run that another one has claimed since. */
@QuarkusTest
@WithTestResource(SessionServers.class)
class LateOwnerTest {
    private final MailboxKey mailbox = aMailbox();
    private final UUID run = UUID.randomUUID();

    @Test
    void isRefusedWhereTheRunWasRecordedMeanwhileAndHoldsNoState() {
        aRun(mailbox, 1, "native-1");
        record(neverStarted(2)).statusCode(204);

        resolve(question(1)).statusCode(409).body("type", equalTo("urn:alfred:problem:late-question"));

        removeState().statusCode(204);
    }

    @Test
    void isRefusedWhereTheAttemptWasPlannedAnewMeanwhileAndChangesNoAnswer() {
        aRun(mailbox, 1, "native-1");
        resolve(plannedAnew(2)).statusCode(200);

        resolve(question(1)).statusCode(409).body("type", equalTo("urn:alfred:problem:late-question"));
    }

    @Test
    void letsNothingGoThatIsAtWork() {
        resolve(question(1)).statusCode(200);
        resolve(plannedAnew(2)).statusCode(200);

        record(neverStarted(1)).statusCode(204);

        removeState().statusCode(409);
        record(ended(2)).statusCode(204);
        removeState().statusCode(204);
    }

    @Test
    void isFollowedByOneThatMayAskForAnAttemptThatNeverStarted() {
        record(neverStarted(2)).statusCode(204);
        record(neverStarted(3)).statusCode(204);

        resolve(question(2)).statusCode(409);
        resolve(question(4)).statusCode(200);
    }

    @Test
    void isFollowedByOneThatGetsTheSameAnswerToTheSameQuestion() {
        aRun(mailbox, 1, "native-1");
        resolve(question(1)).body("resumeId", equalTo("native-1"));
        aRun(mailbox, 1, "native-2");

        resolve(question(2)).statusCode(200).body("resumeId", equalTo("native-1"));
    }

    @Test
    void isTakenForPresentWhereItTellsNoClaim() {
        record(neverStarted(2)).statusCode(204);

        resolve(question(0)).statusCode(200);
    }

    private ResolveSession question(long generation) {
        return aQuestion(mailbox, run, 1).underClaim(generation);
    }

    private ResolveSession plannedAnew(long generation) {
        ResolveSession first = question(generation);
        return new ResolveSession(
                first.run(),
                first.attempt(),
                generation,
                UUID.randomUUID(),
                first.mailbox(),
                first.mailboxRevision(),
                first.adapter(),
                first.runner(),
                first.phase(),
                first.cliVersion(),
                first.freshRequested(),
                first.tainted());
    }

    private RecordSession ended(long generation) {
        return told(generation, true);
    }

    private RecordSession neverStarted(long generation) {
        return told(generation, false);
    }

    private RecordSession told(long generation, boolean started) {
        RecordSession whole = aRecord(mailbox, run, "native-of-" + generation);
        return new RecordSession(
                run,
                whole.attempt(),
                generation,
                mailbox,
                whole.sessionName(),
                started ? whole.nativeSessionId() : null,
                false,
                null,
                null,
                whole.adapter(),
                whole.provider(),
                whole.model(),
                whole.cliVersion(),
                null,
                null,
                started,
                false,
                started,
                started,
                started,
                started ? RunState.SUCCEEDED : RunState.CANCELLED,
                started ? ExitReason.NONE : ExitReason.CANCELLED,
                whole.endedAt());
    }

    private ValidatableResponse removeState() {
        return as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                .then();
    }
}

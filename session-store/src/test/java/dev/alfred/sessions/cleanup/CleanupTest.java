package dev.alfred.sessions.cleanup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.messaging.Outbox;
import dev.alfred.sessions.SessionServers;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aQuestion;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.aRun;
import static dev.alfred.sessions.Fixtures.as;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
@WithTestResource(SessionServers.class)
class CleanupTest {
    private static final Instant CLOSED_AT = Instant.parse("2026-03-01T09:30:00Z");

    @Inject
    Outbox outbox;

    @Inject
    OrphanSweep sweep;

    @Inject
    RemovalWorker worker;

    @Inject
    EntityManager database;

    @Test
    void removesTheStateOfAClosedMailboxAndKeepsItsRows() throws IOException {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        Files.writeString(state.resolve("native-1.jsonl"), "{}\n");
        double before = removed("done");

        tell(new MailboxEvent.Closed(mailbox, 2, CloseCause.DONE, CLOSED_AT));

        awaitGone(state);
        await().untilAsserted(() -> as("viewer")
                .get("/mailboxes/" + mailbox + "/sessions")
                .then()
                .body("items.size()", equalTo(1), "items[0].stateRemovedAt", notNullValue()));
        assertThat(state.getParent()).doesNotExist();
        await().untilAsserted(() -> assertThat(removed("done")).isEqualTo(before + 1));
        assertThat(auditOf(mailbox)).containsExactly("alfred session-state.remove done");
    }

    @Test
    void tellsAnAdministratorWhyAStateCannotBeRemovedNow() throws IOException {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        Path trash = state.getParent().resolveSibling(".removing");
        Path aside = trash.resolveSibling(".aside");
        boolean there = Files.exists(trash);
        if (there) {
            Files.move(trash, aside);
        }
        Files.writeString(trash, "no directory");
        try {
            as("admin")
                    .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                    .then()
                    .statusCode(503)
                    .body(
                            "type",
                            equalTo("urn:alfred:problem:state-unusable"),
                            "detail",
                            containsString(mailbox.value()));
            assertThat(state).isDirectory();
        } finally {
            Files.delete(trash);
            if (there) {
                Files.move(aside, trash);
            }
        }

        as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                .then()
                .statusCode(204);
        assertThat(state).doesNotExist();
    }

    @Test
    void refusesAClosedMailboxUntilItIsReopened() {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        tell(new MailboxEvent.Closed(mailbox, 5, CloseCause.CANCELLED, CLOSED_AT));
        awaitGone(state);

        resolve(mailbox, UUID.randomUUID(), 5)
                .statusCode(409)
                .body("type", equalTo("urn:alfred:problem:mailbox-closed"));
        resolve(mailbox, UUID.randomUUID(), 4).statusCode(409);

        resolve(mailbox, UUID.randomUUID(), 6).statusCode(200).body("fallback", equalTo("state_missing"));
        assertThat(state).isDirectory();
    }

    @ParameterizedTest
    @EnumSource(CloseCause.class)
    void keepsStateUnderARunUntilTheRunIsRecorded(CloseCause cause) {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));
        tell(new MailboxEvent.Closed(mailbox, 2, cause, CLOSED_AT));
        await().untilAsserted(() -> assertThat(revision(mailbox)).isEqualTo(2));
        resolve(mailbox, UUID.randomUUID(), 2).statusCode(409);
        worker.removeDue();
        assertThat(state).isDirectory();
        as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/claude-code/state")
                .then()
                .statusCode(409);

        record(aRecord(mailbox, run, "native-1")).statusCode(204);

        awaitGone(state);
        assertThat(auditOf(mailbox)).containsExactly("alfred session-state.remove " + cause.wire());
        as("viewer").get("/mailboxes/" + mailbox + "/sessions").then().body("items[0].stateRemovedAt", notNullValue());
    }

    @Test
    void marksARecordThatComesAfterTheRemoval() {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        tell(new MailboxEvent.Closed(mailbox, 2, CloseCause.DONE, CLOSED_AT));
        awaitGone(state);
        await().untilAsserted(() -> as("viewer")
                .get("/mailboxes/" + mailbox + "/sessions")
                .then()
                .body("items[0].stateRemovedAt", notNullValue()));

        record(aRecord(mailbox, UUID.randomUUID(), "native-2")).statusCode(204);

        as("viewer")
                .get("/mailboxes/" + mailbox + "/sessions")
                .then()
                .body("items.stateRemovedAt.findAll { it == null }.size()", equalTo(0));
    }

    @Test
    void keepsTheStateOfAMailboxThatWasReopenedBeforeItsCloseIsHeard() {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        MailboxKey after = aMailbox();
        Path later = Path.of(aRun(after, 1, "native-1"));

        tell(new MailboxEvent.Reopened(mailbox, 3, CLOSED_AT));
        await().untilAsserted(() -> assertThat(revision(mailbox)).isEqualTo(3));
        tell(new MailboxEvent.Closed(mailbox, 2, CloseCause.DONE, CLOSED_AT));
        tell(new MailboxEvent.Closed(after, 2, CloseCause.DONE, CLOSED_AT));

        awaitGone(later);
        worker.removeDue();
        assertThat(state).isDirectory();
        resolve(mailbox, UUID.randomUUID(), 3).statusCode(200).body("resumeId", equalTo("native-1"));
    }

    @Test
    void removesAStateOnAnAdministratorsWishOnceOrTwice() {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        String route = "/mailboxes/" + mailbox + "/sessions/claude-code/state";
        as("viewer").delete(route).then().statusCode(403);

        as("admin").delete(route).then().statusCode(204);
        as("admin").delete(route).then().statusCode(204);

        assertThat(state).doesNotExist();
        resolve(mailbox, UUID.randomUUID(), 2).body("fallback", equalTo("state_missing"));
        assertThat(auditOf(mailbox)).containsExactly("admin session-state.remove operator");
        as("admin")
                .delete("/mailboxes/" + mailbox + "/sessions/other/state")
                .then()
                .statusCode(400);
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT", "LOST"})
    void keepsTheStateOfAnOpenMailboxHoweverARunEnds(RunState outcome) {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));

        record(ended(aRecord(mailbox, run, "native-1"), outcome)).statusCode(204);
        worker.removeDue();
        sweep.sweep();

        assertThat(state).isDirectory();
        resolve(mailbox, UUID.randomUUID(), 1).statusCode(200).body("resumeId", equalTo("native-1"));
    }

    @Test
    void keepsTheStateForTheNextAttemptOfARunWhoseRunnerWasLost() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));
        record(ended(aRecord(mailbox, run, "native-1"), RunState.LOST)).statusCode(204);

        resolve(anotherAttempt(aQuestion(mailbox, run, 1))).statusCode(200).body("resumeId", equalTo("native-1"));

        worker.removeDue();
        assertThat(state).isDirectory();
    }

    @Test
    void measuresTheStateAfterARun() throws IOException {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));
        Files.write(state.resolve("native-1.jsonl"), new byte[1 << 20]);

        record(aRecord(mailbox, run, "native-1")).statusCode(204);
        worker.poll();

        assertThat(metric("alfred_session_state_bytes")).isGreaterThanOrEqualTo(1 << 20);
        as("viewer").get("/mailboxes/" + mailbox + "/sessions").then().body("items[0].stateRemovedAt", nullValue());
    }

    private void tell(MailboxEvent event) {
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(event, event.mailbox().value()));
    }

    private static RecordSession ended(RecordSession r, RunState outcome) {
        return new RecordSession(
                r.run(),
                r.attempt(),
                r.generation(),
                r.mailbox(),
                r.sessionName(),
                r.nativeSessionId(),
                r.resumed(),
                r.resumeFallback(),
                r.sessionOff(),
                r.adapter(),
                r.provider(),
                r.model(),
                r.cliVersion(),
                r.fingerprint(),
                r.totals(),
                r.resumable(),
                r.tainted(),
                r.cliStarted(),
                r.spoke(),
                r.promptSeen(),
                outcome,
                r.exitReason(),
                r.endedAt());
    }

    private static ResolveSession anotherAttempt(ResolveSession q) {
        return new ResolveSession(
                q.run(),
                q.attempt() + 1,
                q.generation(),
                q.freshId(),
                q.mailbox(),
                q.mailboxRevision(),
                q.adapter(),
                q.runner(),
                q.phase(),
                q.cliVersion(),
                q.freshRequested(),
                q.tainted());
    }

    private static void awaitGone(Path state) {
        await().atMost(Duration.ofSeconds(60)).until(() -> !Files.exists(state, LinkOption.NOFOLLOW_LINKS));
    }

    private long revision(MailboxKey mailbox) {
        return QuarkusTransaction.requiringNew()
                .call(() -> ((Number) database.createNativeQuery("SELECT revision FROM mailbox_life WHERE mailbox = ?1")
                                .setParameter(1, mailbox.value())
                                .getSingleResult())
                        .longValue());
    }

    private List<String> auditOf(MailboxKey mailbox) {
        List<?> rows = QuarkusTransaction.requiringNew()
                .call(() -> database.createNativeQuery(
                                "SELECT who || ' ' || action || ' ' || outcome FROM audit WHERE target = ?1 ORDER BY id")
                        .setParameter(1, mailbox + "/claude-code")
                        .getResultList());
        return rows.stream().map(String::valueOf).toList();
    }

    private static double removed(String cause) {
        return metric("alfred_session_state_removed_total{cause=\"" + cause + "\"}");
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
}

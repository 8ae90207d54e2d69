package dev.alfred.sessions.cleanup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.messaging.Outbox;
import dev.alfred.sessions.MailboxServiceStandIn;
import dev.alfred.sessions.MailboxServiceStandIn.Mood;
import dev.alfred.sessions.SessionServers;
import dev.alfred.sessions.SettableClock;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.aRun;
import static dev.alfred.sessions.Fixtures.as;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.startsWith;

@QuarkusTest
@WithTestResource(SessionServers.class)
class OrphanSweepTest {
    private static final Duration LONG = Duration.ofHours(2);

    @Inject
    OrphanSweep sweep;

    @Inject
    Outbox outbox;

    @Inject
    SettableClock clock;

    @Inject
    EntityManager database;

    @BeforeEach
    @AfterEach
    void mailboxServiceIsWell() {
        MailboxServiceStandIn.is(Mood.WELL);
    }

    @Test
    void removesStateWhoseMailboxIsClosedOrUnknownForLong() throws IOException {
        MailboxKey alive = aMailbox();
        MailboxKey closed = aMailbox();
        MailboxKey unknown = aMailbox();
        Path kept = Path.of(aRun(alive, 1, "native-1"));
        Path orphan = Path.of(aRun(closed, 1, "native-1"));
        Path unrecorded = unrecorded(kept, unknown);
        MailboxServiceStandIn.says(alive.value(), "running:2");
        MailboxServiceStandIn.says(closed.value(), "done:2");
        MailboxServiceStandIn.says(unknown.value(), "unknown");

        sweep.sweep();
        clock.forward(Duration.ofMinutes(59));
        sweep.sweep();
        assertThat(List.of(kept, orphan, unrecorded))
                .allSatisfy(path -> assertThat(path).isDirectory());
        clock.forward(Duration.ofMinutes(2));
        sweep.sweep();

        assertThat(kept).isDirectory();
        assertThat(orphan).doesNotExist();
        assertThat(unrecorded.getParent()).doesNotExist();
        assertThat(auditOf(closed)).containsExactly("alfred session-state.remove orphan");
        assertThat(auditOf(unknown)).containsExactly("alfred session-state.remove orphan");
    }

    @ParameterizedTest
    @EnumSource(value = Mood.class, mode = EnumSource.Mode.EXCLUDE, names = "WELL")
    void removesNothingWhileMailboxServiceGivesNoClearAnswer(Mood mood) {
        Path state = Path.of(aRun(suspect(aMailbox()), 1, "native-1"));
        sweep.sweep();
        clock.forward(LONG);

        MailboxServiceStandIn.is(mood);
        SweepReport report = sweep.sweep().orElseThrow();

        assertThat(report.complete()).isFalse();
        assertThat(state).isDirectory();
        MailboxServiceStandIn.is(Mood.WELL);
        sweep.sweep();
        assertThat(state).doesNotExist();
    }

    @Test
    void removesNothingWhenTheAnswerLeavesOneMailboxOut() {
        Path state = Path.of(aRun(suspect(aMailbox()), 1, "native-1"));
        MailboxKey doubtful = aMailbox();
        aRun(doubtful, 1, "native-1");
        sweep.sweep();
        clock.forward(LONG);
        MailboxServiceStandIn.says(doubtful.value(), "left-out");

        assertThat(sweep.sweep().orElseThrow().complete()).isFalse();

        assertThat(state).isDirectory();
        MailboxServiceStandIn.says(doubtful.value(), "open:1");
        sweep.sweep();
        assertThat(state).doesNotExist();
    }

    @Test
    void forgetsASuspicionWhenTheMailboxLives() {
        MailboxKey mailbox = suspect(aMailbox());
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        sweep.sweep();
        clock.forward(LONG);
        MailboxServiceStandIn.says(mailbox.value(), "open:1");
        assertThat(sweep.sweep().orElseThrow().cleared()).isPositive();
        MailboxServiceStandIn.says(mailbox.value(), "unknown");

        sweep.sweep();

        assertThat(state).isDirectory();
    }

    @Test
    void leavesStateUnderARunAlone() {
        MailboxKey mailbox = suspect(aMailbox());
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));
        sweep.sweep();
        clock.forward(LONG);
        sweep.sweep();
        assertThat(state).isDirectory();

        record(aRecord(mailbox, run, "native-1")).statusCode(204);
        sweep.sweep();

        assertThat(state).doesNotExist();
    }

    @Test
    void leavesTheStateOfAReopenedMailboxAlone() {
        MailboxKey mailbox = aMailbox();
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        MailboxServiceStandIn.says(mailbox.value(), "done:2");
        sweep.sweep();
        clock.forward(LONG);
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(new MailboxEvent.Reopened(mailbox, 3, Instant.EPOCH), mailbox.value()));
        await().untilAsserted(() -> assertThat(revision(mailbox)).isEqualTo(3));

        sweep.sweep();

        assertThat(state).isDirectory();
    }

    @Test
    void leavesStateAloneThatARunUsedSinceItsMailboxBecameSuspect() {
        MailboxKey mailbox = suspect(aMailbox());
        Path state = Path.of(aRun(mailbox, 1, "native-1"));
        sweep.sweep();
        clock.forward(LONG);
        aRun(mailbox, 2, "native-1");

        sweep.sweep();

        assertThat(state).isDirectory();
    }

    @Test
    void leavesADirectoryWithoutARowAloneWhileItsMailboxLives() throws IOException {
        Path state = Path.of(aRun(aMailbox(), 1, "native-1"));
        Path unrecorded = unrecorded(state, aMailbox());
        sweep.sweep();
        clock.forward(LONG);

        sweep.sweep();

        assertThat(unrecorded).isDirectory();
    }

    @Test
    void putsTheRowOfALostDirectoryOnRecordAsRemovedWhenItsMailboxIsNoMore() throws IOException {
        MailboxKey unknown = suspect(aMailbox());
        Files.delete(Path.of(aRun(unknown, 1, "native-1")));
        MailboxKey alive = aMailbox();
        Files.delete(Path.of(aRun(alive, 1, "native-1")));
        sweep.sweep();
        clock.forward(LONG);

        sweep.sweep();

        assertThat(auditOf(unknown)).containsExactly("alfred session-state.remove orphan, nothing was there");
        assertThat(auditOf(alive)).isEmpty();
    }

    @Test
    void keepsStateWhenMailboxServiceKnowsSoFewMailboxesThatItMayHaveLostThem() {
        List<MailboxKey> lost =
                IntStream.range(0, 60).mapToObj(i -> suspect(aMailbox())).toList();
        List<Path> states = lost.stream()
                .map(mailbox -> Path.of(aRun(mailbox, 1, "native-1")))
                .toList();
        MailboxKey closed = aMailbox();
        Path orphan = Path.of(aRun(closed, 1, "native-1"));
        MailboxServiceStandIn.says(closed.value(), "done:2");
        sweep.sweep();
        clock.forward(LONG);

        SweepReport report = sweep.sweep().orElseThrow();

        assertThat(states).allSatisfy(state -> assertThat(state).isDirectory());
        assertThat(orphan).doesNotExist();
        assertThat(report.complete()).isTrue();
        assertThat(report.doubted()).isGreaterThanOrEqualTo(60);
        lost.forEach(mailbox -> MailboxServiceStandIn.says(mailbox.value(), "open:1"));
        assertThat(sweep.sweep().orElseThrow().cleared()).isGreaterThanOrEqualTo(60);
    }

    @Test
    void sweepsOnAnAdministratorsWishAndTellsWhatItSaw() {
        aRun(aMailbox(), 1, "native-1");

        as("viewer").post("/sweeps").then().statusCode(403);
        as("admin")
                .post("/sweeps")
                .then()
                .statusCode(200)
                .body("complete", equalTo(true))
                .body("records.items", greaterThanOrEqualTo(1))
                .body("records.took", startsWith("PT"))
                .body("directories.items", greaterThanOrEqualTo(1));
    }

    private static MailboxKey suspect(MailboxKey mailbox) {
        MailboxServiceStandIn.says(mailbox.value(), "unknown");
        return mailbox;
    }

    /** A directory beside that state that nobody has a row of. */
    private static Path unrecorded(Path state, MailboxKey mailbox) throws IOException {
        return Files.createDirectories(
                state.getParent().resolveSibling(mailbox.value()).resolve("claude-code"));
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
}

package dev.alfred.sessions.cleanup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.vocabulary.CloseCause;
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

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.aRun;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@WithTestResource(SessionServers.class)
class RetentionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Retention retention;

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
    void removesAllRowsOfAClosedMailboxOnceItsProjectsRetentionIsOver() {
        MailboxKey mailbox = aClosedMailbox();
        MailboxServiceStandIn.says(mailbox.value(), "done:2:30");
        clock.forward(Duration.ofDays(29));
        retention.removeOld();
        assertThat(rows(mailbox)).isEqualTo("1 sessions, 1 resolutions, 1 states, 1 audit, 1 lives");
        clock.forward(Duration.ofDays(1));

        retention.removeOld();

        assertThat(rows(mailbox)).isEqualTo("0 sessions, 0 resolutions, 0 states, 0 audit, 0 lives");
    }

    @Test
    void removesManyRowsAFewAtATime() {
        MailboxKey mailbox = aClosedMailbox();
        MailboxServiceStandIn.says(mailbox.value(), "done:2:1");
        QuarkusTransaction.requiringNew()
                .run(() -> database.createNativeQuery("""
                                INSERT INTO llm_session (run, attempt, mailbox, adapter, resumed, resumable, tainted,
                                    cli_started, spoke, prompt_seen, outcome, ended_at, recorded_at)
                                SELECT gen_random_uuid(), 1, ?1, 'claude-code', true, true, false,
                                    true, true, true, 'succeeded', now(), now() FROM generate_series(1, 1200)
                                """)
                        .setParameter(1, mailbox.value())
                        .executeUpdate());
        clock.forward(Duration.ofDays(1));

        retention.removeOld();

        assertThat(rows(mailbox)).startsWith("0 sessions").endsWith("0 lives");
    }

    @Test
    void neverRemovesARowOfAMailboxThatLives() {
        MailboxKey open = aMailbox();
        aRun(open, 1, "native-1");
        MailboxKey reopened = aClosedMailbox();
        MailboxServiceStandIn.says(reopened.value(), "open:3:1");
        clock.forward(Duration.ofDays(9000));

        retention.removeOld();
        retention.removeOld();

        assertThat(rows(open)).startsWith("1 sessions, 1 resolutions, 1 states");
        assertThat(rows(reopened)).startsWith("1 sessions, 1 resolutions, 1 states");
    }

    @Test
    void countsFromTheLastCloseOfAMailboxThatWasReopened() {
        MailboxKey mailbox = aClosedMailbox();
        clock.forward(Duration.ofDays(80));
        aRun(mailbox, 3, "native-2");
        close(mailbox, 4);
        MailboxServiceStandIn.says(mailbox.value(), "done:4:90");
        clock.forward(Duration.ofDays(89));

        retention.removeOld();

        assertThat(rows(mailbox)).startsWith("2 sessions");
    }

    @Test
    void removesNothingWithoutAWordOfMailboxService() {
        MailboxKey mailbox = aClosedMailbox();
        MailboxServiceStandIn.says(mailbox.value(), "done:2:1");
        clock.forward(Duration.ofDays(100));

        for (Mood mood : List.of(Mood.DOWN, Mood.BROKEN, Mood.WORDLESS)) {
            MailboxServiceStandIn.is(mood);
            retention.removeOld();
            assertThat(rows(mailbox)).as(mood.name()).startsWith("1 sessions");
        }
    }

    @Test
    void keepsTheRowsWhileARunStillHoldsTheState() {
        MailboxKey mailbox = aMailbox();
        UUID run = UUID.randomUUID();
        Path state = Path.of(resolve(mailbox, run, 1).extract().<String>path("state.path"));
        close(mailbox, 2);
        MailboxServiceStandIn.says(mailbox.value(), "gone:2:1");
        clock.forward(Duration.ofDays(2));
        retention.removeOld();
        assertThat(rows(mailbox)).startsWith("0 sessions, 1 resolutions, 1 states");

        record(aRecord(mailbox, run, "native-1")).statusCode(204);
        await().atMost(PATIENCE)
                .until(() -> !Files.exists(state) && rows(mailbox).contains("1 audit"));
        retention.removeOld();

        assertThat(rows(mailbox)).startsWith("0 sessions, 0 resolutions, 0 states");
    }

    @Test
    void countsFromTheRemovalOfTheStateWhereNobodyHeardOfAClose() {
        MailboxKey mailbox = aMailbox();
        aRun(mailbox, 1, "native-1");
        MailboxServiceStandIn.says(mailbox.value(), "unknown");
        sweep.sweep();
        clock.forward(Duration.ofHours(2));
        sweep.sweep();
        clock.forward(Duration.ofDays(89));
        retention.removeOld();
        assertThat(rows(mailbox)).startsWith("1 sessions, 1 resolutions, 1 states");
        clock.forward(Duration.ofDays(1));

        retention.removeOld();

        assertThat(rows(mailbox)).isEqualTo("0 sessions, 0 resolutions, 0 states, 0 audit, 0 lives");
    }

    @Test
    void countsFromTheRemovalOfTheStateOfAMailboxThatWasReopenedAndIsNoMore() {
        MailboxKey mailbox = aClosedMailbox();
        clock.forward(Duration.ofDays(80));
        aRun(mailbox, 3, "native-2");
        MailboxServiceStandIn.says(mailbox.value(), "unknown");
        sweep.sweep();
        clock.forward(Duration.ofHours(2));
        sweep.sweep();
        clock.forward(Duration.ofDays(89));

        retention.removeOld();

        assertThat(rows(mailbox)).startsWith("2 sessions");
        clock.forward(Duration.ofDays(1));
        retention.removeOld();
        assertThat(rows(mailbox)).startsWith("0 sessions").endsWith("0 lives");
    }

    private MailboxKey aClosedMailbox() {
        MailboxKey mailbox = aMailbox();
        aRun(mailbox, 1, "native-1");
        close(mailbox, 2);
        await().atMost(PATIENCE).until(() -> rows(mailbox).contains("1 audit"));
        return mailbox;
    }

    private void close(MailboxKey mailbox, long revision) {
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(
                        new MailboxEvent.Closed(mailbox, revision, CloseCause.DONE, Instant.EPOCH), mailbox.value()));
        await().atMost(PATIENCE)
                .until(() -> number(
                                "SELECT count(*) FROM mailbox_life WHERE mailbox = ?1 AND closed AND revision = "
                                        + revision,
                                mailbox)
                        == 1);
    }

    private String rows(MailboxKey mailbox) {
        return "%d sessions, %d resolutions, %d states, %d audit, %d lives"
                .formatted(
                        number("SELECT count(*) FROM llm_session WHERE mailbox = ?1", mailbox),
                        number("SELECT count(*) FROM resolution WHERE mailbox = ?1", mailbox),
                        number("SELECT count(*) FROM session_state WHERE mailbox = ?1", mailbox),
                        number("SELECT count(*) FROM audit WHERE target = ?1 || '/claude-code'", mailbox),
                        number("SELECT count(*) FROM mailbox_life WHERE mailbox = ?1", mailbox));
    }

    private long number(String sql, MailboxKey mailbox) {
        return QuarkusTransaction.requiringNew()
                .call(() -> ((Number) database.createNativeQuery(sql)
                                .setParameter(1, mailbox.value())
                                .getSingleResult())
                        .longValue());
    }
}

package dev.alfred.messaging;

import java.sql.SQLException;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class HousekeepingTest {

    @Inject
    Housekeeping housekeeping;

    @Inject
    Outbox outbox;

    @Inject
    OutboxRelay relay;

    @Inject
    Ledger ledger;

    @AfterEach
    void restart() {
        relay.start();
    }

    @Test
    void showsHowMuchWaitsAndForHowLong() throws SQLException {
        relay.stop();
        ledger.update("UPDATE outbox SET sent_at = now() WHERE sent_at IS NULL");
        MailboxKey mailbox = Messages.aMailbox();
        QuarkusTransaction.requiringNew().run(() -> outbox.append(Messages.reopened(mailbox, 1), mailbox.value()));
        ledger.update("UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE sent_at IS NULL");

        housekeeping.measure();

        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .get("/q/metrics")
                .then()
                .statusCode(200)
                .body(containsString("alfred_outbox_pending 1.0"))
                .body(containsString("alfred_outbox_oldest_seconds 90.0"))
                .body(containsString("alfred_dead_letters_total{topic=\"alfred.run-events\"} 0.0"));
    }

    @Test
    void removesOnlyWhatIsSentOrReceivedAndOld() throws SQLException {
        relay.stop();
        String old = "old-" + UUID.randomUUID();
        String fresh = "fresh-" + UUID.randomUUID();
        row(old, "now() - interval '2 days'", "now() - interval '25 hours'");
        row(fresh, "now() - interval '2 days'", "now() - interval '1 hour'");
        row("waiting-" + fresh, "now() - interval '40 days'", "NULL");
        ledger.update("INSERT INTO inbox VALUES ('cleaning', ?, now() - interval '31 days')", old);
        ledger.update("INSERT INTO inbox VALUES ('cleaning', ?, now() - interval '29 days')", fresh);

        housekeeping.clean();

        assertThat(ledger.ask("SELECT message_key FROM outbox WHERE type = 'cleaning' ORDER BY 1"))
                .containsExactly(fresh, "waiting-" + fresh);
        assertThat(ledger.ask("SELECT message_id FROM inbox WHERE consumer = 'cleaning'"))
                .containsExactly(fresh);
        ledger.update("DELETE FROM outbox WHERE type = 'cleaning'");
    }

    private void row(String key, String created, String sent) {
        ledger.update(
                "INSERT INTO outbox (id, topic, message_key, type, headers, created_at, sent_at) VALUES (gen_random_uuid(),"
                        + " 'alfred.run-events', ?, 'cleaning', '{}', " + created + ", " + sent + ")",
                key);
    }
}

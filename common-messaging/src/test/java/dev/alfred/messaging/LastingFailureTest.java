package dev.alfred.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
@TestProfile(LastingFailureTest.Impatient.class)
class LastingFailureTest {

    @Inject
    Outbox outbox;

    @Inject
    Ledger ledger;

    @Inject
    LedgerHandler handler;

    @Inject
    LedgerConsumer consumer;

    /** Gives up after more repetitions than a message's own fault is given, and reads in a group of its own. */
    public static final class Impatient implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "dev.alfred.messaging.Delivery/deliver/Retry/maxRetries", "7",
                    "dev.alfred.messaging.Delivery/deliver/Retry/delay", "20",
                    "dev.alfred.messaging.Delivery/deliver/Retry/jitter", "10",
                    "mp.messaging.incoming.mailbox-events.group.id", "impatient");
        }
    }

    @Test
    void aDatabaseThatIsLostStopsTheChannelAndIsToldByHealthRatherThanSkipped() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        handler.failFor(key, event -> {
            ledger.ask("SELECT pg_terminate_backend(pg_backend_pid())::text");
            return null;
        });
        given().get("/q/health/live").then().statusCode(200);

        QuarkusTransaction.requiringNew()
                .run(() -> outbox.appendAll(List.of(
                        Outgoing.of(Messages.reopened(mailbox, 1), key),
                        Outgoing.of(Messages.reopened(mailbox, 2), key))));

        await().atMost(Duration.ofSeconds(60))
                .until(() -> given().get("/q/health/live").statusCode() == 503);
        assertThat(consumer.witnessed(key)).hasSize(2);
        assertThat(ledger.words(key)).isEmpty();
        assertThat(ledger.ask("SELECT id::text FROM dead_letter WHERE message_key = ?", key))
                .isEmpty();
    }
}

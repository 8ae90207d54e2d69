package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;

import dev.alfred.contracts.Topics;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class DeadLetterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REOPENED = "dev.alfred.mailbox.reopened.v1";

    @Inject
    Outbox outbox;

    @Inject
    Ledger ledger;

    @Inject
    LedgerHandler handler;

    @Inject
    LedgerConsumer consumer;

    @Inject
    MeterRegistry meters;

    @Test
    void anUnreadableRecordIsParkedWithItsCauseAndThePartitionGoesOn() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        double before = parked();
        Topic.send(Messages.damaged(Topics.MAILBOX_EVENTS, key, REOPENED, "{\"mailbox\": \"" + key + "\", \"rev"));

        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2")));
        assertThat(letters(key, "cause")).containsExactly("MALFORMED_PAYLOAD", "MALFORMED_PAYLOAD");
        assertThat(letters(key, "consumer")).containsExactlyInAnyOrder("ledger", "witness");
        assertThat(parked() - before).isEqualTo(2);
        await().atMost(PATIENCE).until(() -> Topic.all(Topics.DEAD_LETTERS, key).size() == 2);
        assertThat(Topic.all(Topics.DEAD_LETTERS, key))
                .allSatisfy(notice -> assertThat(new String(notice.value(), StandardCharsets.UTF_8))
                        .contains("MALFORMED_PAYLOAD", Topics.MAILBOX_EVENTS, key));
    }

    @Test
    void aRecordWithoutCloudEventsAttributesIsParked() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        Topic.send(new ProducerRecord<>(Topics.MAILBOX_EVENTS, key, new byte[] {0, (byte) 0xff}));

        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2")));
        await().atMost(PATIENCE)
                .until(() -> letters(key, "detail").equals(List.of("ce_specversion", "ce_specversion")));
    }

    @Test
    void aTypeOfANewerVersionIsPassedOverAndNotParked() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        Topic.send(Messages.damaged(Topics.MAILBOX_EVENTS, key, "dev.alfred.mailbox.painted.v1", "{}"));

        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2")));
        assertThat(letters(key, "cause")).isEmpty();
    }

    @Test
    void aFieldOfANewerVersionIsIgnored() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        String data = """
                {"mailbox": "%s", "revision": 5, "reopenedAt": "2026-03-01T12:00:00Z", "colour": "green"}
                """;

        Topic.send(Messages.damaged(Topics.MAILBOX_EVENTS, key, REOPENED, data.formatted(key)));

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("5")));
    }

    @Test
    void whatTheHandlerRefusedIsReplayedToThatConsumerAlone() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        handler.failFor(key, event -> new UnprocessableMessage("no such mailbox yet"));
        append(mailbox, 1);
        await().atMost(PATIENCE).until(() -> letters(key, "detail").equals(List.of("no such mailbox yet")));
        assertThat(ledger.words(key)).isEmpty();
        handler.heal(key);

        String id = letters(key, "id").getFirst();
        admin().post("/dead-letters/{id}/replay", id)
                .then()
                .statusCode(202)
                .body("id", equalTo(id), "replays", equalTo(1));

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("1")));
        append(mailbox, 2);
        await().atMost(PATIENCE).until(() -> consumer.witnessed(key).size() >= 2);
        assertThat(consumer.witnessed(key))
                .containsExactly(Messages.reopened(mailbox, 1), Messages.reopened(mailbox, 2));
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, key)).hasSize(3);
    }

    @Test
    void whatFailsByItsOwnDoingIsParkedAfterAFewAttemptsAndThePartitionGoesOn() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        double before = parked();
        AtomicInteger attempts = new AtomicInteger();
        handler.failFor(key, event -> {
            if (event.revision() == 2) {
                return null;
            }
            attempts.incrementAndGet();
            return new ArithmeticException("long overflow");
        });

        append(mailbox, 1);
        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2")));
        assertThat(attempts).hasValueBetween(2, 10);
        assertThat(letters(key, "cause")).containsExactly("FAILED");
        assertThat(letters(key, "detail")).singleElement().asString().startsWith("ArithmeticException at ");
        assertThat(parked() - before).isPositive();
        await().atMost(PATIENCE).until(() -> Topic.all(Topics.DEAD_LETTERS, key).size() == 1);

        handler.heal(key);
        admin().post("/dead-letters/{id}/replay", letters(key, "id").getFirst())
                .then()
                .statusCode(202);
        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2", "1")));
    }

    @Test
    void whatTheDatabaseRefusesToStoreIsParkedWithItsCode() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        handler.failFor(key, event -> {
            ledger.ask("SELECT '+999999999-12-31T23:59:59Z'::timestamptz::text WHERE " + (event.revision() == 1));
            return null;
        });

        append(mailbox, 1);
        await().atMost(PATIENCE).until(() -> letters(key, "cause").equals(List.of("FAILED")));
        handler.heal(key);
        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("2")));
        assertThat(letters(key, "detail")).singleElement().asString().contains("SQLState 22");
    }

    @Test
    void aRecordWithoutItsMailboxStopsNothing() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        Topic.send(Messages.damaged(
                Topics.MAILBOX_EVENTS, key, REOPENED, "{\"revision\": 1, \"reopenedAt\": \"2026-03-01T12:00:00Z\"}"));

        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).contains("2"));
    }

    @Test
    void aRecordWhoseNamesNoDatabaseTakesIsParked() {
        String key = Messages.aMailbox().value();
        Topic.send(Messages.damaged(Topics.MAILBOX_EVENTS, key + "\0", REOPENED, "[]"));

        await().atMost(PATIENCE).until(() -> letters(key + "\uFFFD", "cause").size() == 2);
        await().atMost(PATIENCE)
                .until(() -> Topic.all(Topics.DEAD_LETTERS, key + "\uFFFD").size() == 2);
    }

    @Test
    void lettersAreReadPageByPageTheNewestFirst() {
        for (int i = 0; i < 3; i++) {
            String key = Messages.aMailbox().value();
            Topic.send(Messages.damaged(Topics.MAILBOX_EVENTS, key, REOPENED, "[]"));
            await().atMost(PATIENCE).until(() -> letters(key, "id").size() == 2);
        }

        String next = admin().get("/dead-letters?limit=2")
                .then()
                .statusCode(200)
                .body("items", hasSize(2), "next", notNullValue(), "items[0].topic", equalTo(Topics.MAILBOX_EVENTS))
                .extract()
                .path("next");
        List<String> ids =
                admin().get("/dead-letters?limit=200").then().extract().path("items.id");

        admin().get("/dead-letters?limit=2&cursor={cursor}", next)
                .then()
                .statusCode(200)
                .body("items.id", equalTo(ids.subList(2, 4)), "items.cause", hasItem("MALFORMED_PAYLOAD"));
    }

    @Test
    void wrongRequestsAreAnsweredWithProblems() {
        UUID nobody = UUID.randomUUID();
        problem(admin().post("/dead-letters/{id}/replay", nobody).then().statusCode(404), "unknown-dead-letter");
        problem(admin().post("/dead-letters/{id}/replay", "7").then().statusCode(404), "unknown-dead-letter");
        problem(admin().get("/dead-letters?limit=0").then().statusCode(400), "bad-page");
        problem(admin().get("/dead-letters?cursor=x").then().statusCode(400), "bad-page");
        problem(admin().get("/nowhere").then().statusCode(404), "http-404");
        problem(admin().delete("/dead-letters").then().statusCode(405), "http-405");
        problem(
                given().auth()
                        .preemptive()
                        .basic("service", "service-for-tests")
                        .get("/dead-letters")
                        .then()
                        .statusCode(403),
                "forbidden");
        given().get("/dead-letters").then().statusCode(401);
        given().auth()
                .preemptive()
                .basic("admin", "wrong")
                .get("/dead-letters")
                .then()
                .statusCode(401);
        given().get("/q/health/live").then().statusCode(200);
    }

    private static void problem(ValidatableResponse response, String name) {
        response.contentType("application/problem+json").body("type", equalTo("urn:alfred:problem:" + name));
    }

    private static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }

    private double parked() {
        return meters.counter("alfred.dead.letters", "topic", Topics.MAILBOX_EVENTS)
                .count();
    }

    private List<String> letters(String key, String column) {
        return ledger.ask("SELECT " + column + "::text FROM dead_letter WHERE message_key = ? ORDER BY id", key);
    }

    private void append(MailboxKey mailbox, long revision) {
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(Messages.reopened(mailbox, revision), mailbox.value()));
    }
}

package dev.alfred.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import dev.alfred.contracts.Topics;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import dev.alfred.embedded.TestBroker;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class DeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Outbox outbox;

    @Inject
    OutboxRelay relay;

    @Inject
    Consumption consumption;

    @Inject
    Ledger ledger;

    @Inject
    LedgerHandler handler;

    @Inject
    LedgerConsumer consumer;

    @Inject
    OpenTelemetry telemetry;

    @AfterEach
    void restore() {
        TestBroker.restart();
        relay.start();
    }

    @Test
    void aMessageThatCommittedBeforeACrashIsSentOnceByTheNextRelay() {
        MailboxKey mailbox = Messages.aMailbox();
        relay.stop();
        append(mailbox, 1);
        assertThat(ledger.unsent(mailbox.value())).isEqualTo(1);
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, mailbox.value())).isEmpty();

        relay.start();

        await().atMost(PATIENCE).until(() -> ledger.words(mailbox.value()).equals(List.of("1")));
        await().atMost(PATIENCE).until(() -> ledger.unsent(mailbox.value()) == 0);
        relay.stop();
        relay.start();
        append(mailbox, 2);
        await().atMost(PATIENCE).until(() -> ledger.words(mailbox.value()).contains("2"));
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, mailbox.value())).hasSize(2);
    }

    @Test
    void aCrashBetweenSendAndMarkSendsTwiceAndActsOnce() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        append(mailbox, 1);
        await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 1 && ledger.unsent(key) == 0);

        ledger.update("UPDATE outbox SET sent_at = NULL WHERE message_key = ?", key);
        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).contains("2"));
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, key)).hasSize(3);
        assertThat(ledger.words(key)).containsExactly("1", "2");
    }

    @Test
    void aCrashBetweenCommitAndAcknowledgementActsOnce() {
        MailboxKey mailbox = Messages.aMailbox();
        String group = "crashing-" + UUID.randomUUID();
        AtomicInteger deliveries = new AtomicInteger();
        append(mailbox, 1);
        await().atMost(PATIENCE)
                .until(() -> Topic.all(Topics.MAILBOX_EVENTS, mailbox.value()).size() == 1);

        for (int life = 0; life < 2; life++) {
            // The process ends here after the handler's commit and before the offset is committed.
            ConsumerRecord<String, byte[]> received = receive(group, mailbox.value());
            consumption.receive("crashing", received, MailboxEvent.class, message -> {
                deliveries.incrementAndGet();
                actOnce(message);
            });
        }

        assertThat(deliveries).hasValue(2);
        assertThat(ledger.words("crashing/" + mailbox.value())).containsExactly("1");
    }

    @Test
    void aDuplicateRecordActsOnce() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        append(mailbox, 1);
        await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 1);
        ConsumerRecord<String, byte[]> original =
                Topic.all(Topics.MAILBOX_EVENTS, key).getFirst();

        Topic.send(new ProducerRecord<>(
                Topics.MAILBOX_EVENTS, original.partition(), key, original.value(), original.headers()));
        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).contains("2"));
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, key)).hasSize(3);
        assertThat(ledger.words(key)).containsExactly("1", "2");
    }

    @Test
    void keepsMessagesWhileTheBrokerIsAwayAndDeliversThemInOrderAfterwards() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        append(mailbox, 1);
        await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 1);

        TestBroker.stop();
        LongStream.rangeClosed(2, 40).forEach(revision -> append(mailbox, revision));
        await().atMost(PATIENCE).until(relay::failing);
        append(mailbox, 41);
        assertThat(ledger.unsent(key)).isEqualTo(40);
        TestBroker.restart();

        await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 41);
        assertThat(ledger.words(key)).isEqualTo(numbers(41));
        await().atMost(PATIENCE).until(() -> ledger.unsent(key) == 0 && !relay.failing());
    }

    @Test
    void keepsTheOrderOfEachKeyUnderConcurrentTransactions() {
        List<MailboxKey> mailboxes =
                Stream.generate(Messages::aMailbox).limit(20).toList();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < 5; round++) {
                    for (MailboxKey mailbox : mailboxes) {
                        QuarkusTransaction.requiringNew().run(() -> {
                            long next = ledger.next(mailbox.value());
                            outbox.append(Messages.reopened(mailbox, next), mailbox.value());
                        });
                    }
                }
            }));
        }
        CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).join();

        for (MailboxKey mailbox : mailboxes) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(ledger.words(mailbox.value())).isEqualTo(numbers(40)));
        }
    }

    @Test
    void ofTwoRelaysOneSendsAndTheOtherTakesOver() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        await().atMost(PATIENCE).until(relay::active);
        try (Relay second = relay.newRelay()) {
            second.start();
            append(mailbox, 1);
            await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 1);
            assertThat(relay.active()).isTrue();
            assertThat(second.active()).isFalse();

            relay.stop();
            append(mailbox, 2);

            await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("1", "2")));
            assertThat(second.active()).isTrue();
        }
        assertThat(Topic.all(Topics.MAILBOX_EVENTS, key)).hasSize(2);
    }

    @Test
    void goesOnInAnotherSessionWhenTheDatabaseEndsTheRelaysConnection() {
        MailboxKey mailbox = Messages.aMailbox();
        await().atMost(PATIENCE).until(relay::active);

        ledger.ask("SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory'");
        append(mailbox, 1);

        await().atMost(PATIENCE).until(() -> ledger.words(mailbox.value()).equals(List.of("1")));
    }

    @Test
    void oneTraceSpansTheSendersTransactionTheRecordAndTheHandler() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        Span span = telemetry.getTracer("test").spanBuilder("a webhook").startSpan();
        try (var scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            append(mailbox, 1);
        } finally {
            span.end();
        }

        await().atMost(PATIENCE).until(() -> !ledger.words(key).isEmpty());
        String trace = span.getSpanContext().getTraceId();
        assertThat(trace).isNotEqualTo("0".repeat(32));
        assertThat(CloudEventHeaders.read(
                        Topic.all(Topics.MAILBOX_EVENTS, key).getFirst().headers()))
                .hasEntrySatisfying("traceparent", parent -> assertThat(parent).contains(trace));
        assertThat(ledger.traces(key)).containsExactly(trace);
    }

    @Test
    void repeatsAPassingFailureEachTimeInATransactionOfItsOwn() {
        MailboxKey mailbox = Messages.aMailbox();
        String key = mailbox.value();
        AtomicInteger failures = new AtomicInteger(3);
        int before = handler.failedTransactions().size();
        handler.failFor(
                key, event -> failures.getAndDecrement() > 0 ? new IllegalStateException("the moon is full") : null);

        append(mailbox, 1);
        append(mailbox, 2);

        await().atMost(PATIENCE).until(() -> ledger.words(key).contains("2"));
        assertThat(ledger.words(key)).containsExactly("1", "2");
        List<Object> failed = handler.failedTransactions();
        assertThat(failed.subList(before, failed.size())).hasSize(3).doesNotHaveDuplicates();
    }

    private void append(MailboxKey mailbox, long revision) {
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(Messages.reopened(mailbox, revision), mailbox.value()));
    }

    private void actOnce(Envelope<MailboxEvent> message) {
        QuarkusTransaction.requiringNew().run(() -> {
            int first = ledger.update(
                    "INSERT INTO inbox (consumer, message_id) VALUES ('crashing', ?) ON CONFLICT DO NOTHING",
                    message.id());
            if (first == 1) {
                ledger.enter(
                        message.id(),
                        "crashing/" + message.key(),
                        Long.toString(message.payload().revision()),
                        "");
            }
        });
    }

    private static ConsumerRecord<String, byte[]> receive(String group, String key) {
        try (KafkaConsumer<String, byte[]> process = Topic.consumer(group)) {
            process.subscribe(List.of(Topics.MAILBOX_EVENTS));
            return await().atMost(PATIENCE).until(() -> poll(process, key), Objects::nonNull);
        }
    }

    private static ConsumerRecord<String, byte[]> poll(KafkaConsumer<String, byte[]> process, String key) {
        for (ConsumerRecord<String, byte[]> received : process.poll(Duration.ofMillis(500))) {
            if (key.equals(received.key())) {
                return received;
            }
        }
        return null;
    }

    private static List<String> numbers(long last) {
        return LongStream.rangeClosed(1, last).mapToObj(Long::toString).toList();
    }
}

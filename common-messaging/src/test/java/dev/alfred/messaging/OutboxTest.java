package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

import jakarta.inject.Inject;
import jakarta.transaction.TransactionalException;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.Topics;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class OutboxTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Outbox outbox;

    @Inject
    Inbox inbox;

    @Inject
    Ledger ledger;

    @Inject
    LedgerConsumer consumer;

    @Test
    void sendsACommittedMessageWithItsCloudEventsAttributes() {
        var mailbox = Messages.aMailbox();
        String key = mailbox.value();

        UUID id = QuarkusTransaction.requiringNew().call(() -> outbox.append(Messages.reopened(mailbox, 3), key));

        await().atMost(PATIENCE).until(() -> ledger.words(key).equals(List.of("3")));
        ConsumerRecord<String, byte[]> sent =
                Topic.all(Topics.MAILBOX_EVENTS, key).getFirst();
        var headers = CloudEventHeaders.read(sent.headers());
        assertThat(headers)
                .containsEntry("ce_id", id.toString())
                .containsEntry("ce_type", "dev.alfred.mailbox.reopened.v1")
                .containsEntry("ce_source", "/alfred/messaging-tests")
                .containsEntry("ce_specversion", "1.0")
                .containsEntry("ce_subject", key)
                .containsEntry("content-type", "application/json");
        assertThat(Instant.parse(headers.get("ce_time")))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(id.version()).isEqualTo(7);
        assertThat(new String(sent.value(), StandardCharsets.UTF_8))
                .startsWith("{")
                .contains("\"revision\":3");
    }

    @Test
    void sendsNothingOfATransactionThatRollsBack() {
        var mailbox = Messages.aMailbox();
        String key = mailbox.value();

        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    outbox.append(Messages.reopened(mailbox, 1), key);
                    throw new IllegalArgumentException("changed my mind");
                }))
                .hasMessageContaining("changed my mind");
        QuarkusTransaction.requiringNew().run(() -> outbox.append(Messages.reopened(mailbox, 2), key));

        await().atMost(PATIENCE).until(() -> !ledger.words(key).isEmpty());
        assertThat(ledger.words(key)).containsExactly("2");
    }

    @Test
    void isRefusedOutsideOfATransaction() {
        var mailbox = Messages.aMailbox();

        assertThatThrownBy(() -> outbox.append(Messages.reopened(mailbox, 1), mailbox.value()))
                .isInstanceOf(TransactionalException.class);
        assertThatThrownBy(() -> outbox.appendAll(List.of(Outgoing.of(Messages.reopened(mailbox, 1), mailbox.value()))))
                .isInstanceOf(TransactionalException.class);
        assertThatThrownBy(() -> inbox.firstTime("someone", "some-message")).isInstanceOf(TransactionalException.class);
    }

    @Test
    void carriesTwoLongestTextsOfQuotesAndNewlines() {
        String text = "\"\n".repeat(Texts.MAX_BYTES / 2);
        String key = "shop-forge/" + UUID.randomUUID();

        QuarkusTransaction.requiringNew().run(() -> outbox.append(Messages.edited(text, text), key));

        await().atMost(PATIENCE).until(() -> consumer.witnessed(key).size() == 1);
        IssueEvent.Edited arrived = (IssueEvent.Edited) consumer.witnessed(key).getFirst();
        assertThat(arrived.issue().body()).isEqualTo(text);
        assertThat(arrived.formerBody()).isEqualTo(text);
    }

    @Test
    void refusesWhatNoRecordCanHoldBeforeItCommits() {
        String tooLong = "x".repeat(OutboxWriter.MAX_PAYLOAD_BYTES);

        assertThatThrownBy(() -> QuarkusTransaction.requiringNew()
                        .run(() -> outbox.append(Messages.edited(tooLong, ""), "shop-forge/1")))
                .hasMessageContaining("more than a record may hold");
    }

    @Test
    void sendsManyMessagesOfOneStatementInTheirOrder() {
        var mailbox = Messages.aMailbox();
        String key = mailbox.value();
        List<Outgoing> messages = LongStream.rangeClosed(1, 500)
                .mapToObj(revision -> Outgoing.of(Messages.reopened(mailbox, revision), key))
                .toList();

        QuarkusTransaction.requiringNew().run(() -> outbox.appendAll(messages));

        await().atMost(PATIENCE).until(() -> ledger.words(key).size() == 500);
        assertThat(ledger.words(key))
                .isEqualTo(
                        LongStream.rangeClosed(1, 500).mapToObj(Long::toString).toList());
    }
}

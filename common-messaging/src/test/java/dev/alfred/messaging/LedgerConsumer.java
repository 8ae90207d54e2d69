package dev.alfred.messaging;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import io.smallrye.reactive.messaging.annotations.Blocking;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The tests' service: one consumer with a ledger, and witnesses that only note what reached them. */
@ApplicationScoped
class LedgerConsumer {

    static final String WITNESS = "witness";

    private final Consumption consumption;
    private final LedgerHandler handler;
    private final Map<String, List<Object>> witnessed = new ConcurrentHashMap<>();

    LedgerConsumer(Consumption consumption, LedgerHandler handler) {
        this.consumption = consumption;
        this.handler = handler;
    }

    @Incoming("mailbox-events")
    @Blocking
    void ledger(ConsumerRecord<String, byte[]> received) {
        consumption.receive(LedgerHandler.CONSUMER, received, MailboxEvent.class, handler::handle);
    }

    @Incoming("mailbox-events-witness")
    @Blocking
    void witness(ConsumerRecord<String, byte[]> received) {
        consumption.receive(WITNESS, received, MailboxEvent.class, this::note);
    }

    @Incoming("issue-events")
    @Blocking
    void issues(ConsumerRecord<String, byte[]> received) {
        consumption.receive(WITNESS, received, IssueEvent.class, this::note);
    }

    List<Object> witnessed(String key) {
        return witnessed.getOrDefault(key, List.of());
    }

    private void note(Envelope<?> message) {
        witnessed
                .computeIfAbsent(message.key(), key -> new CopyOnWriteArrayList<>())
                .add(message.payload());
    }
}

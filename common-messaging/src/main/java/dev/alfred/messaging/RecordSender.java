package dev.alfred.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends rows to Kafka in their order. At the first failure the producer is thrown away with all that it still holds:
 * a record behind the failed one may otherwise overtake it.
 */
final class RecordSender implements AutoCloseable {

    private final Map<String, Object> settings;
    private KafkaProducer<String, byte[]> producer;

    RecordSender(Map<String, Object> broker, String clientId, MessagingConfig.Relay relay) {
        this.settings = settings(broker, clientId, relay);
    }

    /** What became of one batch: the rows that the broker has, and why the others are not among them. */
    record Outcome(List<UUID> sent, Exception failure) {

        boolean failed() {
            return failure != null;
        }
    }

    Outcome send(List<OutboxRow> rows) throws InterruptedException {
        AtomicReference<Exception> failure = new AtomicReference<>();
        List<Future<RecordMetadata>> sends = new ArrayList<>();
        KafkaProducer<String, byte[]> current = producer();
        for (OutboxRow row : rows) {
            if (failure.get() == null) {
                send(current, row, failure, sends);
            }
        }
        Outcome outcome = await(rows, sends, failure);
        if (outcome.failed()) {
            close();
        }
        return outcome;
    }

    private static void send(
            KafkaProducer<String, byte[]> current,
            OutboxRow row,
            AtomicReference<Exception> failure,
            List<Future<RecordMetadata>> sends) {
        ProducerRecord<String, byte[]> next = new ProducerRecord<>(row.topic(), row.key(), row.payload());
        CloudEventHeaders.write(row.headers(), next.headers());
        try {
            sends.add(current.send(next, (metadata, problem) -> {
                if (problem != null && failure.compareAndSet(null, problem)) {
                    // Runs in the producer's own thread, before it sends anything else.
                    current.close(Duration.ZERO);
                }
            }));
        } catch (IllegalStateException e) {
            // Closed by the callback of an earlier record, between the check and the send.
            failure.compareAndSet(null, e);
        }
    }

    private static Outcome await(
            List<OutboxRow> rows, List<Future<RecordMetadata>> sends, AtomicReference<Exception> failure)
            throws InterruptedException {
        List<UUID> sent = new ArrayList<>();
        Set<String> heldBack = new HashSet<>();
        for (int i = 0; i < sends.size(); i++) {
            OutboxRow row = rows.get(i);
            String order = row.topic() + '\n' + row.key();
            try {
                sends.get(i).get();
                if (!heldBack.contains(order)) {
                    sent.add(row.id());
                }
            } catch (ExecutionException e) {
                heldBack.add(order);
                failure.compareAndSet(null, e);
            }
        }
        return new Outcome(sent, failure.get());
    }

    private KafkaProducer<String, byte[]> producer() {
        if (producer == null) {
            producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
        }
        return producer;
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }

    private static Map<String, Object> settings(
            Map<String, Object> broker, String clientId, MessagingConfig.Relay relay) {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 << 20);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, relay.maxBlock().toMillis());
        int delivery = Math.toIntExact(relay.deliveryTimeout().toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L);
        return settings;
    }
}

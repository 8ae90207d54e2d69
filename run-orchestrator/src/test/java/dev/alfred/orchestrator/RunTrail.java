package dev.alfred.orchestrator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.MessageType;
import dev.alfred.contracts.MessageTypes;
import dev.alfred.contracts.Topics;
import dev.alfred.embedded.TestBroker;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends run requests as mailbox-service does, and reads the trail of run events. */
public final class RunTrail implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<Event> seen = new ArrayList<>();

    public record Event(String type, JsonNode data) {
        public UUID run() {
            JsonNode run =
                    data.has("run") ? data.get("run") : data.get("report").get("run");
            return UUID.fromString(run.asText());
        }
    }

    public RunTrail() {
        Properties to = new Properties();
        to.put("bootstrap.servers", TestBroker.bootstrapServers());
        producer = new KafkaProducer<>(to, new StringSerializer(), new ByteArraySerializer());
        Properties from = new Properties();
        from.put("bootstrap.servers", TestBroker.bootstrapServers());
        from.put("auto.offset.reset", "earliest");
        from.put("group.id", "trail-" + UUID.randomUUID());
        consumer = new KafkaConsumer<>(from, new StringDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(Topics.RUN_EVENTS));
    }

    public void send(Object message, String key) {
        send(message, key, UUID.randomUUID().toString());
    }

    public void send(Object message, String key, String id) {
        MessageType<?> type = MessageTypes.of(message.getClass());
        ProducerRecord<String, byte[]> next = new ProducerRecord<>(
                type.topic(), key, StageScript.json(message).getBytes());
        Map.of(
                        "ce_id", id,
                        "ce_type", type.type(),
                        "ce_source", "/alfred/mailbox-service",
                        "ce_specversion", "1.0",
                        "ce_time", "2026-01-01T00:00:00Z",
                        "content-type", "application/json")
                .forEach((name, value) -> next.headers().add(name, value.getBytes()));
        producer.send(next);
        producer.flush();
    }

    /** The events of a run so far, by the last word of their type, in their order. */
    public List<String> of(UUID run) {
        return events(run).stream().map(Event::type).toList();
    }

    public List<Event> events(UUID run) {
        for (ConsumerRecord<String, byte[]> next : consumer.poll(Duration.ofMillis(200))) {
            String type = new String(next.headers().lastHeader("ce_type").value());
            try {
                seen.add(new Event(
                        type.replace("dev.alfred.run.", "").replace(".v1", ""),
                        ContractJson.mapper().readTree(next.value())));
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return seen.stream().filter(event -> event.run().equals(run)).toList();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}

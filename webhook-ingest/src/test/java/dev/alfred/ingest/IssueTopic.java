package dev.alfred.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.Topics;
import dev.alfred.embedded.TestBroker;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What mailbox-service would see of one project: the types and data of the issue events with its key, in order. */
public final class IssueTopic implements AutoCloseable {
    private final KafkaConsumer<String, byte[]> consumer;
    private final String key;
    private final List<Seen> seen = new ArrayList<>();

    private IssueTopic(KafkaConsumer<String, byte[]> consumer, String key) {
        this.consumer = consumer;
        this.key = key;
    }

    /** One event as it came. */
    public record Seen(String type, String data) {}

    public static IssueTopic of(String key) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", TestBroker.bootstrapServers()),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.ISSUE_EVENTS).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return new IssueTopic(consumer, key);
    }

    /** All events so far; asked again and again until it is what a test waits for. */
    public List<Seen> seen() {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
            if (key.equals(record.key())) {
                seen.add(new Seen(
                        new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8),
                        new String(record.value(), StandardCharsets.UTF_8)));
            }
        }
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        consumer.close();
    }
}

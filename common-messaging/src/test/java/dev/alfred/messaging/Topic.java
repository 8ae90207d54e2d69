package dev.alfred.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import dev.alfred.embedded.TestBroker;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The tests' own look at a topic, past the library. */
final class Topic {

    private Topic() {}

    /** All records of a key that are on the topic at this moment. */
    static List<ConsumerRecord<String, byte[]>> all(String topic, String key) {
        try (KafkaConsumer<String, byte[]> consumer = consumer(UUID.randomUUID().toString())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<String, byte[]> received : consumer.poll(Duration.ofMillis(200))) {
                    if (key.equals(received.key())) {
                        found.add(received);
                    }
                }
            }
            return found;
        }
    }

    static KafkaConsumer<String, byte[]> consumer(String group) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", TestBroker.bootstrapServers());
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    static void send(ProducerRecord<String, byte[]> next) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", TestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(next).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

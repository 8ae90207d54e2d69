package dev.alfred.endtoend;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.Topics;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.messaging.Decoding;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.MessageCodec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What the topics tell of runs, read from their beginning to their end, and how far their readers have come. */
final class RunLedger {
    private static final Map<String, List<String>> GROUPS = Map.of(
            "mailbox-service", List.of(Topics.ISSUE_EVENTS, Topics.RUN_EVENTS),
            "run-orchestrator", List.of(Topics.RUN_REQUESTS),
            "session-store", List.of(Topics.MAILBOX_EVENTS));
    private static final Duration POLL = Duration.ofMillis(200);

    private final String broker;
    private final Map<String, Set<String>> requested = new HashMap<>();
    private final Map<String, Set<String>> ended = new HashMap<>();
    private int records;
    private int repeated;

    private RunLedger(String broker) {
        this.broker = broker;
    }

    static RunLedger of(RunningAlfred alfred) {
        RunLedger ledger = new RunLedger("127.0.0.1:" + alfred.system().ports().broker());
        ledger.read();
        return ledger;
    }

    private void read() {
        Map<String, Object> settings =
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500);
        Set<String> seen = new HashSet<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = Stream.of(Topics.RUN_REQUESTS, Topics.RUN_EVENTS)
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(found -> new TopicPartition(found.topic(), found.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(POLL).forEach(record -> note(record, seen));
            }
        }
    }

    private void note(ConsumerRecord<String, byte[]> record, Set<String> seen) {
        records++;
        if (!(MessageCodec.decode(record) instanceof Decoding.Decoded(Envelope<?> message))) {
            throw new IllegalStateException("unreadable: " + record.topic() + " " + record.offset());
        }
        if (!seen.add(message.id())) {
            repeated++;
        }
        switch (message.payload()) {
            case RunRequested request -> note(requested, request.run().toString(), message);
            case RunEvent.Ended end -> note(ended, end.run().toString(), message);
            default -> {}
        }
    }

    private static void note(Map<String, Set<String>> notes, String run, Envelope<?> message) {
        notes.computeIfAbsent(run, key -> new HashSet<>()).add(message.id());
    }

    /** Ids of the messages that asked for a run, by run. */
    Map<String, Set<String>> requested() {
        return requested;
    }

    /** Ids of the messages that told a run's end, by run; a message that was sent again keeps its id. */
    Map<String, Set<String>> ended() {
        return ended;
    }

    int records() {
        return records;
    }

    /** How many records came with the id of another. */
    int repeated() {
        return repeated;
    }

    /** How many records lie before the services' readers. */
    long lag() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker))) {
            long lag = 0;
            for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
                Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(group.getKey())
                        .partitionsToOffsetAndMetadata()
                        .get();
                for (Map.Entry<TopicPartition, Long> end :
                        ends(admin, group.getValue()).entrySet()) {
                    OffsetAndMetadata at = read.get(end.getKey());
                    lag += end.getValue() - (at == null ? 0 : at.offset());
                }
            }
            return lag;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Map<TopicPartition, Long> ends(Admin admin, List<String> topics)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> found =
                admin.listOffsets(asked).all().get();
        return found.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }
}

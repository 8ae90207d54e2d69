package dev.alfred.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import dev.alfred.contracts.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddedBrokerTest {

    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(0, directory.resolve("kafka"));
        TopicProvisioner.provision(broker.bootstrapServers());
        TopicProvisioner.provision(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void makesEachTopicWithSixPartitionsAndFourMebibyteRecords() throws Exception {
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()))) {
            var topics = admin.describeTopics(Topics.ALL).allTopicNames().get();
            List<ConfigResource> resources = Topics.ALL.stream()
                    .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                    .toList();
            var configs = admin.describeConfigs(resources).all().get();

            assertThat(topics.values())
                    .hasSize(5)
                    .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(6));
            assertThat(configs.values())
                    .allSatisfy(config ->
                            assertThat(config.get("max.message.bytes").value()).isEqualTo("4194304"));
        }
    }

    @Test
    void keepsRecordsOverARestartOnTheSamePort() throws Exception {
        send(Topics.RUN_EVENTS, "kept").get();

        broker.close();
        broker.restart();

        assertThat(first(Topics.RUN_EVENTS)).isEqualTo("kept");
    }

    @Test
    void makesNoTopicByAccident() {
        assertThatThrownBy(() -> send("alfred.misspelt", "lost").get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    private static Future<RecordMetadata> send(String topic, String value) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers(), "max.block.ms", 2_000),
                new StringSerializer(),
                new StringSerializer())) {
            return producer.send(new ProducerRecord<>(topic, "key", value));
        }
    }

    private static String first(String topic) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "group.id", "a-reader",
                        "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            for (int poll = 0; poll < 60; poll++) {
                for (ConsumerRecord<String, String> received : consumer.poll(Duration.ofSeconds(1))) {
                    return received.value();
                }
            }
            return "nothing within a minute";
        }
    }
}

package dev.alfred.embedded;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import dev.alfred.contracts.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes Alfred's topics on any Kafka, with their partitions and record size; safe to repeat. */
public final class TopicProvisioner {

    /** Partitions of each topic. */
    public static final int PARTITIONS = 6;

    /** Largest record batch, in bytes: two texts of 256 KiB, escaped as JSON at worst, and what stands around them. */
    public static final int MAX_MESSAGE_BYTES = 4 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private TopicProvisioner() {}

    /** Creates what is missing; a topic with fewer partitions or another record size is adjusted. */
    public static void provision(String bootstrapServers) {
        provision(bootstrapServers, PATIENCE);
    }

    /** As {@link #provision(String)}, for a broker that has to answer each request within {@code patience}. */
    public static void provision(String bootstrapServers, Duration patience) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        try (Admin admin = Admin.create(settings)) {
            create(admin);
            adjust(admin);
        } catch (ExecutionException e) {
            throw new TopicsNotMade(bootstrapServers, e.getCause());
        } catch (KafkaException e) {
            throw new TopicsNotMade(bootstrapServers, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topics are made", e);
        }
    }

    private static void create(Admin admin) throws ExecutionException, InterruptedException {
        List<NewTopic> topics = Topics.ALL.stream()
                .map(topic -> new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty())
                        .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_MESSAGE_BYTES))))
                .toList();
        CreateTopicsResult result = admin.createTopics(topics);
        for (KafkaFuture<Void> topic : result.values().values()) {
            try {
                topic.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private static void adjust(Admin admin) throws ExecutionException, InterruptedException {
        Map<String, NewPartitions> growth = new HashMap<>();
        Map<ConfigResource, Collection<AlterConfigOp>> sizes = new HashMap<>();
        ConfigEntry size = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_MESSAGE_BYTES));
        admin.describeTopics(Topics.ALL).allTopicNames().get().forEach((name, topic) -> {
            if (topic.partitions().size() < PARTITIONS) {
                growth.put(name, NewPartitions.increaseTo(PARTITIONS));
            }
            sizes.put(
                    new ConfigResource(ConfigResource.Type.TOPIC, name),
                    List.of(new AlterConfigOp(size, AlterConfigOp.OpType.SET)));
        });
        admin.createPartitions(growth).all().get();
        admin.incrementalAlterConfigs(sizes).all().get();
    }
}

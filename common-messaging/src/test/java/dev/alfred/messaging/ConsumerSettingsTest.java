package dev.alfred.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.inject.Inject;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import dev.alfred.embedded.TestBroker;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class ConsumerSettingsTest {
    private static final int SESSION_TIMEOUT = 10_000;

    @Inject
    KafkaClientService clients;

    @Test
    void everyRunningConsumerIsTakenForDeadAfterTenSecondsOfSilence() {
        Set<String> channels = clients.getConsumerChannels();

        assertThat(channels).contains("mailbox-events", "mailbox-events-witness", "issue-events");
        assertThat(channels).allSatisfy(channel -> {
            KafkaConsumer<Object, Object> consumer = clients.getConsumer(channel);
            Map<String, ?> settings = consumer.configuration();
            assertThat(number(settings, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG))
                    .isEqualTo(SESSION_TIMEOUT);
            // Two heartbeats may be lost without harm
            assertThat(number(settings, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG))
                    .isPositive()
                    .isLessThanOrEqualTo(SESSION_TIMEOUT / 3);
        });
    }

    /** By default it gives up after a minute, and its channel stops for good. */
    @Test
    void everyRunningConsumerWaitsForItsBrokerForMuchLongerThanAnOutageLasts() {
        assertThat(clients.getConsumerChannels())
                .isNotEmpty()
                .allSatisfy(channel -> assertThat(number(
                                clients.getConsumer(channel).configuration(),
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG))
                        .isGreaterThan((int) Duration.ofDays(7).toMillis()));
    }

    @Test
    void theBrokerAllowsThatTimeout() throws Exception {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, TestBroker.bootstrapServers()))) {
            String node = String.valueOf(
                    admin.describeCluster().nodes().get().iterator().next().id());
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node);
            Config config = admin.describeConfigs(List.of(broker)).all().get().get(broker);

            assertThat(SESSION_TIMEOUT)
                    .isBetween(
                            Integer.parseInt(
                                    config.get("group.min.session.timeout.ms").value()),
                            Integer.parseInt(
                                    config.get("group.max.session.timeout.ms").value()));
        }
    }

    private static int number(Map<String, ?> settings, String key) {
        return Integer.parseInt(String.valueOf(settings.get(key)));
    }
}

package dev.alfred.endtoend;

import java.util.Map;
import java.util.concurrent.ExecutionException;

import dev.alfred.contracts.Topics;
import dev.alfred.local.launcher.ServiceProcess;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The local system has the parts that a real one has, apart from one another. */
class SeparateProcessesIT {
    @Test
    void eachServiceTheBrokerTheForgeAndTheModelAreProcessesOfTheirOwn() {
        RunningAlfred alfred = RunningAlfred.get();

        assertThat(alfred.system().processes())
                .extracting(process -> process.definition().name())
                .containsExactlyInAnyOrder(
                        "broker",
                        "session-store",
                        "webhook-ingest",
                        "mailbox-service",
                        "run-orchestrator",
                        "forge",
                        "model");
        assertThat(alfred.system().processes())
                .extracting(ServiceProcess::pid)
                .doesNotHaveDuplicates()
                .doesNotContain(ProcessHandle.current().pid())
                .allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isPresent());
    }

    @Test
    void eachTopicHasSixPartitions() throws InterruptedException, ExecutionException {
        RunningAlfred alfred = RunningAlfred.get();
        String broker = "127.0.0.1:" + alfred.system().ports().broker();

        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker))) {
            Map<String, TopicDescription> topics =
                    admin.describeTopics(Topics.ALL).allTopicNames().get();

            assertThat(topics.values())
                    .isNotEmpty()
                    .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(6));
        }
    }
}

package dev.alfred.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.kubernetes.client.KubernetesServer;

/** Database, broker, a directory for state, a cluster that only stores, and a mailbox-service that says what a test wants it to say. */
public final class SessionServers implements QuarkusTestResourceLifecycleManager {
    private final PostgresResource postgres = new PostgresResource();
    private final KafkaResource kafka = new KafkaResource();
    private final MailboxServiceStandIn mailboxes = new MailboxServiceStandIn();
    private final KubernetesServer cluster =
            new KubernetesServer(false, true, InetAddress.getLoopbackAddress(), 0, List.of());

    @Override
    public Map<String, String> start() {
        postgres.init(Map.of("schema", "session"));
        Map<String, String> settings = new HashMap<>(postgres.start());
        settings.putAll(kafka.start());
        settings.put("alfred.sessions.mailbox-service.url", mailboxes.start());
        cluster.before();
        settings.put(
                "quarkus.kubernetes-client.api-server-url",
                cluster.getClient().getConfiguration().getMasterUrl());
        settings.put("alfred.sessions.kubernetes.enabled", "true");
        try {
            settings.put(
                    "alfred.sessions.state.directory",
                    Files.createTempDirectory(Path.of("target").toAbsolutePath(), "state-")
                            .toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings;
    }

    @Override
    public void stop() {
        mailboxes.stop();
        cluster.after();
        postgres.stop();
        kafka.stop();
    }
}

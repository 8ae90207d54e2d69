package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import dev.alfred.embedded.RealApiServer;
import dev.alfred.orchestrator.launch.kubernetes.KubernetesManifests;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A real API server that knows the custom resource, and the service's client led to it. */
public final class ApiServerResource implements QuarkusTestResourceLifecycleManager {
    static final String NAMESPACE = "alfred-runners";

    private Path directory;
    private RealApiServer server;
    private Config config;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "api-server-")
                    .toAbsolutePath();
            server = RealApiServer.start(directory.resolve("cluster"));
            config = Config.fromKubeconfig(server.kubeconfig());
            try (KubernetesClient client =
                    new KubernetesClientBuilder().withConfig(config).build()) {
                KubernetesManifests.declareRunnerPools(client);
                KubernetesManifests.makeNamespace(client, NAMESPACE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return Map.of(
                "quarkus.kubernetes-client.api-server-url", config.getMasterUrl(),
                "quarkus.kubernetes-client.ca-cert-data", config.getCaCertData(),
                "quarkus.kubernetes-client.token", config.getAutoOAuthToken(),
                "alfred.orchestrator.kubernetes.enabled", "true",
                "alfred.orchestrator.kubernetes.namespace", NAMESPACE);
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(server, new TestInjector.MatchesType(RealApiServer.class));
    }

    @Override
    public void stop() {
        try {
            if (server != null) {
                server.stop();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

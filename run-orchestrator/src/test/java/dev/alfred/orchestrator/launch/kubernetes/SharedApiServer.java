package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.embedded.RealApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** One real API server for all test classes of this JVM that use it, stopped after the last of them. */
final class SharedApiServer implements BeforeAllCallback {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(SharedApiServer.class);

    private Running running;

    private record Running(RealApiServer server, KubernetesClient client) implements AutoCloseable {
        static Running start(String ignored) {
            try {
                Path directory = Files.createDirectories(Path.of("target")).toAbsolutePath();
                RealApiServer server = RealApiServer.start(
                        Files.createTempDirectory(directory, "api-server").resolve("cluster"));
                return new Running(
                        server,
                        new KubernetesClientBuilder()
                                .withConfig(new ConfigBuilder(Config.fromKubeconfig(server.kubeconfig()))
                                        // What a test breaks is looked at again by the test.
                                        .withRequestRetryBackoffLimit(0)
                                        .build())
                                .build());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while the API server starts", e);
            }
        }

        @Override
        public void close() throws IOException {
            client.close();
            try {
                server.stop();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while the API server stops", e);
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        RealApiServer.missing().ifPresent(why -> {
            System.out.println(why);
            assumeTrue(false, why);
        });
        running = context.getRoot().getStore(HERE).computeIfAbsent("server", Running::start, Running.class);
    }

    KubernetesClient client() {
        return running.client();
    }

    RealApiServer server() {
        return running.server();
    }
}

package dev.alfred.sessions.state.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** A real API server (Kubernetes 1.20.2, no nodes) by the throw-away cluster that may lie beside the repository. */
final class RealApiServer {
    private static final Path TOOL = Path.of("../../shared/kubernetes/cluster").toAbsolutePath();

    private final Path directory;

    private RealApiServer(Path directory) {
        this.directory = directory;
    }

    /** Why there is none on this machine, or nothing when there is. */
    static Optional<String> missing() {
        if (!Files.isExecutable(TOOL)) {
            return Optional.of("SKIPPED: no ../shared/kubernetes/cluster beside the repository");
        }
        boolean etcd =
                Stream.of("/usr/bin/etcd", "/usr/local/bin/etcd").map(Path::of).anyMatch(Files::isExecutable);
        return etcd ? Optional.empty() : Optional.of("SKIPPED: etcd is not installed (apt-get install etcd-server)");
    }

    static RealApiServer start(Path directory) throws IOException, InterruptedException {
        run(directory, "api", directory.toString());
        return new RealApiServer(directory);
    }

    KubernetesClient admin() throws IOException {
        return client(Files.readString(directory.resolve("kubeconfig")));
    }

    KubernetesClient account(String namespace, String name) throws IOException, InterruptedException {
        return client(run(directory, "sa", directory.toString(), namespace, name));
    }

    private static KubernetesClient client(String kubeconfig) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig))
                .build();
    }

    void stop() throws IOException, InterruptedException {
        run(directory, "down", directory.toString());
    }

    private static String run(Path directory, String... arguments) throws IOException, InterruptedException {
        Path output = directory.resolveSibling(directory.getFileName() + ".out");
        Process process = new ProcessBuilder(Stream.concat(Stream.of(TOOL.toString()), Stream.of(arguments))
                        .toList())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(directory
                        .resolveSibling(directory.getFileName() + ".err")
                        .toFile()))
                .start();
        if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException(String.join(" ", arguments) + ": " + Files.readString(output));
        }
        return Files.readString(output);
    }
}

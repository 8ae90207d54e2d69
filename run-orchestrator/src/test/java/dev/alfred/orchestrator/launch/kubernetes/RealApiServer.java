package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** A Kubernetes API server for tests (1.20.2, no nodes), by the throw-away cluster that lies beside the repository. */
final class RealApiServer {
    private final Path tool;
    private final Path directory;
    private final KubernetesClient client;

    private RealApiServer(Path tool, Path directory) throws IOException {
        this.tool = tool;
        this.directory = directory;
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(directory.resolve("kubeconfig"))))
                .build();
    }

    /** Why there is none on this machine, or nothing when there is. */
    static Optional<String> missing() {
        if (tool().isEmpty()) {
            return Optional.of("skipped: no ../shared/kubernetes/cluster beside the repository");
        }
        boolean etcd =
                Stream.of("/usr/bin/etcd", "/usr/local/bin/etcd").map(Path::of).anyMatch(Files::isExecutable);
        return etcd ? Optional.empty() : Optional.of("skipped: etcd is not installed (apt-get install etcd-server)");
    }

    private static Optional<Path> tool() {
        return Stream.of("../../shared/kubernetes/cluster", "../shared/kubernetes/cluster")
                .map(Path::of)
                .filter(Files::isExecutable)
                .map(Path::toAbsolutePath)
                .findFirst();
    }

    static RealApiServer start(Path directory) throws IOException, InterruptedException {
        Path tool = tool().orElseThrow();
        run(directory, tool.toString(), "api", directory.toString());
        return new RealApiServer(tool, directory);
    }

    KubernetesClient client() {
        return client;
    }

    private static void run(Path directory, String... command) throws IOException, InterruptedException {
        Path output = directory.resolveSibling(directory.getFileName() + ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException(String.join(" ", command) + ": " + Files.readString(output));
        }
    }

    void close() throws IOException, InterruptedException {
        client.close();
        run(directory, tool.toString(), "down", directory.toString());
    }
}

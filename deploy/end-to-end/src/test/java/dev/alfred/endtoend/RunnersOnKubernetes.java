package dev.alfred.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.alfred.embedded.OneNodeCluster;
import dev.alfred.local.launcher.SystemOptions;

/** The local system with its runners as pods of a cluster of one node, each service with the rights that Alfred asks for. */
final class RunnersOnKubernetes {
    static final String NAMESPACE = "alfred-runners";
    private static final Path ROOT =
            Path.of(System.getProperty("alfred.root", "../..")).toAbsolutePath();
    private static final Path AGENT = Path.of("node_modules/@anthropic-ai/claude-code-linux-x64/claude");
    private static final Duration IMAGE_LIMIT = Duration.ofMinutes(15);

    private final OneNodeCluster cluster;
    private final RunningAlfred alfred;

    private RunnersOnKubernetes(OneNodeCluster cluster, RunningAlfred alfred) {
        this.cluster = cluster;
        this.alfred = alfred;
    }

    /** Why there can be none on this machine, or nothing when there can. */
    static Optional<String> missing() {
        return OneNodeCluster.missing().or(() -> {
            String agents = System.getenv("ALFRED_AGENTS_DIR");
            if (agents == null || !Files.isExecutable(Path.of(agents).resolve(AGENT))) {
                return Optional.of("SKIPPED: Claude Code is not installed (ALFRED_AGENTS_DIR)");
            }
            return Files.isExecutable(Path.of("/usr/sbin/debootstrap"))
                    ? Optional.empty()
                    : Optional.of("SKIPPED: debootstrap is not installed (apt-get install debootstrap)");
        });
    }

    static RunnersOnKubernetes start() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "kubernetes-");
        Path image = image(directory);
        OneNodeCluster cluster = OneNodeCluster.start(directory.resolve("cluster"), image);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster)));
        Files.delete(image);
        cluster.kubectl("create", "namespace", "alfred");
        cluster.kubectl("create", "namespace", NAMESPACE);
        cluster.apply(manifests());
        Path orchestrator = cluster.kubeconfigFile("alfred", "run-orchestrator");
        Path sessions = cluster.kubeconfigFile("alfred", "session-store");
        String address = cluster.hostAddress();
        return new RunnersOnKubernetes(
                cluster, RunningAlfred.another(options -> configured(options, address, orchestrator, sessions)));
    }

    private static SystemOptions configured(SystemOptions options, String address, Path orchestrator, Path sessions) {
        String pods = "alfred.orchestrator.kubernetes.";
        return options.withAddress(address)
                .with("run-orchestrator", "KUBECONFIG", orchestrator.toString())
                .with("run-orchestrator", "alfred.orchestrator.runner", "kubernetes")
                .with("run-orchestrator", pods + "enabled", "true")
                .with("run-orchestrator", pods + "cpu-request", "100m")
                .with("run-orchestrator", pods + "memory-request", "128Mi")
                .with("run-orchestrator", pods + "memory-limit", "2Gi")
                // Another attempt soon, and a pod's own deadline before the stage's
                .with("run-orchestrator", "alfred.orchestrator.attempts.pause", "PT1S")
                .with("run-orchestrator", "alfred.orchestrator.attempts.deadline-grace", "PT1S")
                .with("session-store", "KUBECONFIG", sessions.toString())
                .with("session-store", "alfred.sessions.kubernetes.enabled", "true")
                .with("session-store", "alfred.sessions.kubernetes.storage-class", "standard");
    }

    private static List<Path> manifests() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("deploy/kubernetes/base"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    /** As users make it. */
    private static Path image(Path directory) throws IOException, InterruptedException {
        Path image = directory.resolve("image.tar");
        Path log = directory.resolve("image.log");
        ProcessBuilder builder = new ProcessBuilder(
                        ROOT.resolve("deploy/images/runner/build").toString(), image.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
        Process process = builder.start();
        if (!process.waitFor(IMAGE_LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException("the runner's image can't be made: " + Files.readString(log));
        }
        return image;
    }

    private static void stop(OneNodeCluster cluster) {
        try {
            cluster.stop();
        } catch (IOException e) {
            throw new IllegalStateException("the cluster can't be stopped", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    RunningAlfred alfred() {
        return alfred;
    }

    /** The lines that kubectl prints about the runners' namespace. */
    List<String> kubectl(String... arguments) {
        try {
            String[] all = Stream.concat(Stream.of("-n", NAMESPACE), Stream.of(arguments))
                    .toArray(String[]::new);
            return cluster.kubectl(all).lines().toList();
        } catch (IOException e) {
            throw new IllegalStateException("kubectl can't be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while kubectl was asked", e);
        }
    }

    /** A pool with that many places, whose stages may use that much memory. */
    void pool(String name, int replicas, String memory) throws IOException, InterruptedException {
        apply(pool(name, "{replicas: %d, resources: {limits: {memory: %s}}}".formatted(replicas, memory)));
    }

    /** A pool whose projects' mirrors lie in a claim of that name, which is made. */
    void mirroredPool(String name, int replicas, String claim) throws IOException, InterruptedException {
        apply("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s, namespace: %s}
                spec: {storageClassName: standard, accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
                ---
                """.formatted(claim, NAMESPACE)
                + pool(name, "{replicas: %d, mirrorClaimName: %s}".formatted(replicas, claim)));
    }

    private static String pool(String name, String spec) {
        return """
                apiVersion: alfred.dev/v1
                kind: RunnerPool
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, NAMESPACE, spec);
    }

    private void apply(String manifests) throws IOException, InterruptedException {
        Path file = Files.createTempFile("alfred-", ".yaml");
        try {
            Files.writeString(file, manifests);
            cluster.apply(List.of(file));
        } finally {
            Files.delete(file);
        }
    }

    /** Names of the pods that a run has at this moment. */
    List<String> pods(String run) {
        return kubectl("get", "pods", "-l", "alfred.dev/run=" + run, "-o", "name", "--ignore-not-found");
    }

    void close() throws IOException, InterruptedException {
        alfred.system().close();
        cluster.stop();
    }
}

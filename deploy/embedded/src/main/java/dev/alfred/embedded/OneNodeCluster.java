package dev.alfred.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real Kubernetes for tests (1.20.2, one node) that runs pods, by the throw-away cluster that may lie beside the
 * repository. Pods reach this machine at one address and nothing else; there is no DNS, and no NetworkPolicy counts.
 */
public final class OneNodeCluster {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int STARTS = 3;

    private final ClusterTool tool;

    private OneNodeCluster(ClusterTool tool) {
        this.tool = tool;
    }

    /** Why there can be none on this machine, or nothing when there can. */
    public static Optional<String> missing() {
        return ClusterTool.missing()
                .or(() -> ClusterTool.missing("dockerd", "docker.io"))
                .or(() -> ClusterTool.missing("ip", "iproute2"))
                .or(OneNodeCluster::notRoot);
    }

    private static Optional<String> notRoot() {
        return "root".equals(System.getProperty("user.name"))
                ? Optional.empty()
                : Optional.of("SKIPPED: a cluster with a node takes root");
    }

    /** @param images as {@code docker save} writes them */
    public static OneNodeCluster start(Path directory, Path... images) throws IOException, InterruptedException {
        OneNodeCluster cluster = new OneNodeCluster(new ClusterTool(directory));
        String[] files = Stream.of(images).map(Path::toString).toArray(String[]::new);
        for (int left = STARTS - 1; !cluster.started(left > 0, files); left--) {
            System.out.println("another process took a port of the Kubernetes API server: it is started again");
        }
        return cluster;
    }

    /** The tool looks for free ports before it takes them. */
    private boolean started(boolean again, String... images) throws IOException, InterruptedException {
        try {
            tool.run(LIMIT, "node", images);
            return true;
        } catch (IllegalStateException e) {
            if (again && e.getMessage().contains("address already in use")) {
                return false;
            }
            throw e;
        }
    }

    /** Of this machine, as pods see it. */
    public String hostAddress() throws IOException {
        return Files.readString(tool.directory().resolve("host-address")).strip();
    }

    /** What kubectl says, as the account that may do everything; its words where it fails. */
    public String kubectl(String... arguments) throws IOException, InterruptedException {
        return tool.kubectl(arguments);
    }

    /** Makes what these manifests say. */
    public void apply(List<Path> manifests) throws IOException, InterruptedException {
        for (Path manifest : manifests) {
            String said = kubectl("apply", "-f", manifest.toString());
            if (said.lines().anyMatch(line -> line.startsWith("error") || line.startsWith("Error"))) {
                throw new IllegalStateException(manifest + ": " + said);
            }
        }
    }

    /** A kubeconfig of a ServiceAccount, in a file that only this process's user reads. */
    public Path kubeconfigFile(String namespace, String account) throws IOException, InterruptedException {
        Path directory = tool.directory();
        Path file = directory.resolveSibling("%s.%s.kubeconfig".formatted(directory.getFileName(), account));
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, tool.kubeconfig(namespace, account));
    }

    /** Ends all that it started, pods included. */
    public void stop() throws IOException, InterruptedException {
        tool.run(LIMIT, "down");
    }
}

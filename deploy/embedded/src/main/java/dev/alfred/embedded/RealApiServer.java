package dev.alfred.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real Kubernetes API server for tests (1.20.2, no nodes), by the throw-away cluster that may lie beside the
 * repository. It hands out kubeconfigs; the client is the test's own.
 */
public final class RealApiServer {
    private static final int STARTS = 3;

    private final Path tool;
    private final Path directory;

    private RealApiServer(Path tool, Path directory) {
        this.tool = tool;
        this.directory = directory;
    }

    /** Why there is none on this machine, or nothing when there is. */
    public static Optional<String> missing() {
        if (tool().isEmpty()) {
            return Optional.of("SKIPPED: no ../shared/kubernetes/cluster beside the repository");
        }
        boolean etcd =
                Stream.of("/usr/bin/etcd", "/usr/local/bin/etcd").map(Path::of).anyMatch(Files::isExecutable);
        return etcd ? Optional.empty() : Optional.of("SKIPPED: etcd is not installed (apt-get install etcd-server)");
    }

    private static Optional<Path> tool() {
        return Stream.of("../../shared/kubernetes/cluster", "../shared/kubernetes/cluster")
                .map(Path::of)
                .filter(Files::isExecutable)
                .map(Path::toAbsolutePath)
                .findFirst();
    }

    public static RealApiServer start(Path directory) throws IOException, InterruptedException {
        RealApiServer server = new RealApiServer(tool().orElseThrow(), directory);
        for (int left = STARTS - 1; !server.started(left > 0); left--) {
            System.out.println("another process took a port of the Kubernetes API server: it is started again");
        }
        return server;
    }

    /** The tool looks for free ports before it takes them. */
    private boolean started(boolean again) throws IOException, InterruptedException {
        try {
            run("api", directory.toString());
            return true;
        } catch (IllegalStateException e) {
            if (again && e.getMessage().contains("address already in use")) {
                return false;
            }
            throw e;
        }
    }

    /** Of an account that may do everything. */
    public String kubeconfig() throws IOException {
        return Files.readString(directory.resolve("kubeconfig"));
    }

    /** Of a ServiceAccount, which may do what its roles say. */
    public String kubeconfig(String namespace, String account) throws IOException, InterruptedException {
        return run("sa", directory.toString(), namespace, account);
    }

    /** What kubectl says, as the account that may do everything; its words where it fails. */
    public String kubectl(String... arguments) throws IOException, InterruptedException {
        Path output = directory.resolveSibling(directory.getFileName() + ".kubectl");
        Process process = new ProcessBuilder(Stream.concat(
                                Stream.of(
                                        "kubectl",
                                        "--kubeconfig",
                                        directory.resolve("kubeconfig").toString(),
                                        "--cache-dir",
                                        directory
                                                .resolveSibling(directory.getFileName() + ".cache")
                                                .toString()),
                                Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroy();
            throw new IllegalStateException(String.join(" ", arguments) + " does not end");
        }
        return Files.readString(output);
    }

    /** One line of JSON for each request that was answered, with its user, verb, resource and what was decided. */
    public List<String> audited() throws IOException {
        return Files.readAllLines(directory.resolve("logs/audit.log"));
    }

    public void stop() throws IOException, InterruptedException {
        run("down", directory.toString());
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        Path output = directory.resolveSibling(directory.getFileName() + ".out");
        Path errors = directory.resolveSibling(directory.getFileName() + ".err");
        Process process = new ProcessBuilder(Stream.concat(Stream.of(tool.toString()), Stream.of(arguments))
                        .toList())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException(
                    String.join(" ", arguments) + ": " + Files.readString(output) + Files.readString(errors));
        }
        return Files.readString(output);
    }
}

package dev.alfred.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The throw-away Kubernetes that may lie beside the repository ({@code ../shared/kubernetes}), in one directory. */
final class ClusterTool {
    private static final String PLACE = "shared/kubernetes/cluster";
    private static final Duration KUBECTL_LIMIT = Duration.ofSeconds(60);

    private final Path program;
    private final Path directory;

    ClusterTool(Path directory) {
        this.program = program().orElseThrow();
        this.directory = directory.toAbsolutePath();
    }

    /** Why it can't start an API server on this machine, or nothing when it can. */
    static Optional<String> missing() {
        if (program().isEmpty()) {
            return Optional.of("SKIPPED: no ../shared/kubernetes/cluster beside the repository");
        }
        return missing("etcd", "etcd-server").or(() -> missing("kubectl", "kubernetes-client"));
    }

    static Optional<String> missing(String command, String debianPackage) {
        boolean there = Stream.of("/usr/bin", "/usr/local/bin", "/usr/sbin", "/sbin")
                .map(place -> Path.of(place, command))
                .anyMatch(Files::isExecutable);
        return there
                ? Optional.empty()
                : Optional.of("SKIPPED: %s is not installed (apt-get install %s)".formatted(command, debianPackage));
    }

    private static Optional<Path> program() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(above -> above.resolve(PLACE))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Path directory() {
        return directory;
    }

    /** What that command of the tool prints, after its name with the directory as its first argument. */
    String run(Duration limit, String command, String... arguments) throws IOException, InterruptedException {
        List<String> line = Stream.concat(
                        Stream.of(program.toString(), command, directory.toString()), Stream.of(arguments))
                .toList();
        Path output = beside("out");
        Path errors = beside("err");
        Process process = new ProcessBuilder(line)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException(
                    "cluster %s: %s%s".formatted(command, Files.readString(output), Files.readString(errors)));
        }
        return Files.readString(output);
    }

    /** Of an account that may do everything. */
    String kubeconfig() throws IOException {
        return Files.readString(directory.resolve("kubeconfig"));
    }

    /** Of a ServiceAccount, which may do what its roles say. */
    String kubeconfig(String namespace, String account) throws IOException, InterruptedException {
        return run(KUBECTL_LIMIT, "sa", namespace, account);
    }

    /** What kubectl says, as the account that may do everything; its words where it fails. */
    String kubectl(String... arguments) throws IOException, InterruptedException {
        Path output = beside("kubectl");
        List<String> line = Stream.concat(
                        Stream.of(
                                "kubectl",
                                "--kubeconfig",
                                directory.resolve("kubeconfig").toString(),
                                "--cache-dir",
                                beside("cache").toString()),
                        Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(KUBECTL_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroy();
            throw new IllegalStateException(String.join(" ", arguments) + " does not end");
        }
        return Files.readString(output);
    }

    private Path beside(String ending) {
        return directory.resolveSibling(directory.getFileName() + "." + ending);
    }
}

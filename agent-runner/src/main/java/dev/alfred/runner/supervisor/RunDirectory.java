package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.egress.EgressProxy;

/**
 * A short-lived directory beside the attempt's own: with a short name, since the path of a unix socket holds 107
 * characters, and reachable by the worker. Holds sockets and mount points, never data.
 */
final class RunDirectory implements AutoCloseable {
    private final Path path;

    private RunDirectory(Path path) {
        this.path = path;
    }

    static RunDirectory make() throws IOException {
        Path path = Files.createTempDirectory(Path.of("/tmp"), "alfred-");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x--x"));
        return new RunDirectory(path);
    }

    Path path() {
        return path;
    }

    /** An empty directory to mount on. */
    Path staging() throws IOException {
        return Files.createDirectories(path.resolve("mnt"));
    }

    Path egress(Stage stage) {
        return path.resolve(stage.wire());
    }

    EgressProxy openProxy(Stage stage, List<Destination> allowed, Consumer<String> refusals) throws IOException {
        Path socket = Files.createDirectory(egress(stage))
                .resolve(Path.of(RunnerPaths.EGRESS_SOCKET).getFileName());
        EgressProxy proxy = EgressProxy.open(socket, allowed, refusals);
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        return proxy;
    }

    @Override
    public void close() throws IOException {
        for (Stage stage : Stage.values()) {
            Files.deleteIfExists(
                    egress(stage).resolve(Path.of(RunnerPaths.EGRESS_SOCKET).getFileName()));
            Files.deleteIfExists(egress(stage));
        }
        Files.deleteIfExists(path.resolve("mnt"));
        Files.delete(path);
    }
}

package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.Workplace;

/**
 * A throw-away Docker engine in namespaces of its own, without a network, that is gone with all it made when it is closed;
 * and an image of one program that does nothing.
 */
final class ContainerEngine implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(20);
    private static final String IMAGE = "no-op";
    private static final String ROOT_FILE_SYSTEM = """
            set -e
            mkdir -p "$0/bin"
            cp /bin/true "$0/bin/true"
            for file in $(ldd /bin/true | grep -o '/[^ ]*'); do
              mkdir -p "$0$(dirname "$file")"
              cp -L "$file" "$0$file"
            done
            tar -C "$0" -cf "$0.tar" .
            """;

    private final Path directory;
    private final Process engine;

    private ContainerEngine(Path directory, Process engine) {
        this.directory = directory;
        this.engine = engine;
    }

    /** Says why where there can be none. */
    static Optional<ContainerEngine> start(Workplace workplace) throws IOException, InterruptedException {
        if (Files.notExists(Path.of("/usr/sbin/dockerd"))
                || (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != 0) {
            workplace.tell("Without containers: that takes root, and Docker's engine (docker.io) installed.");
            return Optional.empty();
        }
        // A socket's path is short.
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "alfred-docker-");
        Process process = new ProcessBuilder(List.of(
                        "unshare",
                        "--mount",
                        "--net",
                        "--pid",
                        "--fork",
                        "--kill-child",
                        "--mount-proc",
                        "dockerd",
                        "--host",
                        host(directory),
                        "--data-root",
                        directory.resolve("data").toString(),
                        "--exec-root",
                        directory.resolve("exec").toString(),
                        "--pidfile",
                        directory.resolve("pid").toString(),
                        "--bridge=none",
                        "--iptables=false",
                        "--ip6tables=false"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        ContainerEngine engine = new ContainerEngine(directory, process);
        if (engine.ready()) {
            return Optional.of(engine);
        }
        workplace.tell("Without containers: Docker's engine does not start here.");
        engine.close();
        return Optional.empty();
    }

    private boolean ready() throws IOException, InterruptedException {
        long limit = System.nanoTime() + STARTS_WITHIN.toNanos();
        while (!succeeds(docker("info"))) {
            if (!engine.isAlive() || System.nanoTime() > limit) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        Path files = directory.resolve("image");
        return succeeds(List.of("/bin/sh", "-c", ROOT_FILE_SYSTEM, files.toString()))
                && succeeds(docker("import", files + ".tar", IMAGE));
    }

    /** Three containers, one after the other, as three stages would be. */
    Cost threeContainers() throws IOException {
        return Cost.of(() -> {
            for (int stage = 1; stage <= 3; stage++) {
                if (!succeeds(docker("run", "--rm", "--network", "none", IMAGE, "/bin/true"))) {
                    throw new CannotMeasure("a container does not run.");
                }
            }
        });
    }

    private static String host(Path directory) {
        return "unix://" + directory.resolve("socket");
    }

    private List<String> docker(String... arguments) {
        List<String> command = new ArrayList<>(List.of("docker", "--host", host(directory)));
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean succeeds(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** The namespace's end is the end of all in it. */
    @Override
    public void close() throws IOException {
        engine.destroy();
        engine.onExit()
                .completeOnTimeout(engine, LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)
                .join()
                .destroyForcibly()
                .onExit()
                .join();
        new ProcessBuilder("rm", "-rf", "--", directory.toString())
                .start()
                .onExit()
                .join();
    }
}

package dev.alfred.benchmarks.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.GitProgram;
import dev.alfred.local.git.GitServer;

/** A repository with one commit behind git over HTTP, served by a process of its own, whose CPU is nobody's here. */
final class TinyRepository implements AutoCloseable {
    private static final String NAME = "tiny.git";

    private final Path repository;
    private final Process server;
    private final String url;

    private TinyRepository(Path repository, Process server, String url) {
        this.repository = repository;
        this.server = server;
        this.url = url;
    }

    static TinyRepository serve(Path directory) throws IOException {
        Path seed = Files.createDirectories(directory.resolve("seed"));
        GitProgram.run(seed, "init", "-q", "-b", "main", ".");
        Files.writeString(seed.resolve("README.md"), "A tiny repository.\n");
        GitProgram.run(seed, "add", "README.md");
        GitProgram.run(seed, "-c", "user.name=A", "-c", "user.email=a@example.invalid", "commit", "-q", "-m", "Begin");
        GitProgram.run(directory, "clone", "-q", "--bare", "seed", NAME);
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GitServer.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String address =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (address == null) {
            throw new CannotMeasure("the forge of the benchmark does not start.");
        }
        return new TinyRepository(directory.resolve(NAME), server, address + NAME);
    }

    String url() {
        return url;
    }

    /** Fails when the branch was not pushed, with one commit on top. */
    void check(String branch) throws IOException {
        String commits = GitProgram.run(repository, "rev-list", "--count", branch);
        if (!commits.equals("2")) {
            throw new CannotMeasure("a run did not push what it should: " + branch + " has " + commits + " commits.");
        }
    }

    @Override
    public void close() throws IOException {
        server.getOutputStream().close();
        if (!server.onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .handle((ended, late) -> late == null)
                .join()) {
            server.destroyForcibly();
        }
    }
}

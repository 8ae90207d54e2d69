package dev.alfred.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A real PostgreSQL 17 server as a child process of this JVM, on loopback. Tests take {@link #fast()}; the launcher,
 * crash tests and benchmarks take {@link #durable}, which is checked at the server after its start.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    private static final String SUPERUSER = "postgres";
    private static final Duration STARTUP = Duration.ofSeconds(90);

    private final Supplier<EmbeddedPostgres> start;
    private volatile EmbeddedPostgres server;

    private EmbeddedDatabase(Supplier<EmbeddedPostgres> start) {
        this.start = start;
        this.server = start.get();
    }

    /** An empty database on a free port, without flushes to disk, removed when closed. */
    public static EmbeddedDatabase fast() {
        return new EmbeddedDatabase(() -> start(EmbeddedPostgres.builder()));
    }

    /** A database that flushes each commit and keeps {@code dataDirectory} over restarts; port 0 takes a free one. */
    public static EmbeddedDatabase durable(int port, Path dataDirectory) {
        stopOrphan(dataDirectory);
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(dataDirectory.toAbsolutePath())
                .setCleanDataDirectory(false)
                .setPort(port == 0 ? FreePort.find() : port)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
        EmbeddedDatabase database = new EmbeddedDatabase(() -> start(builder));
        database.demand("fsync", "on");
        database.demand("synchronous_commit", "on");
        return database;
    }

    private static EmbeddedPostgres start(EmbeddedPostgres.Builder builder) {
        try {
            return builder.setPGStartupWait(STARTUP)
                    .setServerConfig("max_connections", "200")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL didn't start", e);
        }
    }

    /** JDBC address, without user and password. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    }

    /** The TCP port that the server listens on. */
    public int port() {
        return server.getPort();
    }

    /** The server's superuser, who may provision schemas and roles. */
    public String superuser() {
        return SUPERUSER;
    }

    /** The superuser's password; loopback connections of this server are trusted. */
    public String password() {
        return SUPERUSER;
    }

    /** What the running server answers to {@code SHOW setting}. */
    public String show(String setting) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl(), superuser(), password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW " + setting)) {
            result.next();
            return result.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL doesn't answer SHOW " + setting, e);
        }
    }

    /**
     * Ends a durable server as a crash would, by SIGKILL in the midst of its work, and starts it again on the same data
     * and port: what was committed is there, and connections are not.
     */
    public synchronized void crash() {
        Path data = Path.of(show("data_directory"));
        try {
            ProcessHandle running = orphan(data)
                    .orElseThrow(() -> new IllegalStateException("no PostgreSQL of this process runs on " + data));
            List<ProcessHandle> all =
                    Stream.concat(Stream.of(running), running.descendants()).toList();
            running.destroyForcibly();
            // Its children end by themselves when they miss it; the next server refuses to start before.
            for (ProcessHandle process : all) {
                process.onExit().get(STARTUP.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("PostgreSQL on " + data + " doesn't die", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL dies", e);
        }
        close();
        server = start.get();
    }

    private void demand(String setting, String expected) {
        String actual = show(setting);
        if (!actual.equals(expected)) {
            close();
            throw new IllegalStateException(
                    "PostgreSQL runs with " + setting + "=" + actual + " instead of " + expected);
        }
    }

    @Override
    public synchronized void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL didn't stop", e);
        }
    }

    /** A server outlives a launcher that was killed: it is asked to shut down fast before the next one starts. */
    private static void stopOrphan(Path dataDirectory) {
        try {
            Optional<ProcessHandle> orphan = orphan(dataDirectory);
            if (orphan.isPresent()) {
                new ProcessBuilder("kill", "-INT", Long.toString(orphan.get().pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
                orphan.get().onExit().get(STARTUP.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("an earlier PostgreSQL on " + dataDirectory + " doesn't stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an earlier PostgreSQL stops", e);
        }
    }

    private static Optional<ProcessHandle> orphan(Path dataDirectory) throws IOException {
        Path pidFile = dataDirectory.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().trim());
        return ProcessHandle.of(pid)
                .filter(process -> process.info()
                        .command()
                        .map(command ->
                                Path.of(command).getFileName().toString().equals("postgres"))
                        .orElse(false));
    }
}

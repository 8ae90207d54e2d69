package dev.alfred.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.local.launcher.ServiceProcess;

/**
 * What is left on this machine of runs that have ended: processes, mounts, directories, rows. It watches from its start
 * until it is closed, since of some of what there was only a running attempt tells the place.
 */
final class Remains implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);
    private static final Duration OLD = Duration.ofMinutes(11);
    /** Each counts what has to be none, by what it is. */
    private static final Map<String, String> ROWS = Map.ofEntries(
            Map.entry("unsent messages of webhook-ingest", "ingest.outbox WHERE sent_at IS NULL"),
            Map.entry("unsent messages of mailbox-service", "mailbox.outbox WHERE sent_at IS NULL"),
            Map.entry("unsent messages of run-orchestrator", "orchestrator.outbox WHERE sent_at IS NULL"),
            Map.entry("dead letters of mailbox-service", "mailbox.dead_letter"),
            Map.entry("dead letters of run-orchestrator", "orchestrator.dead_letter"),
            Map.entry("dead letters of session-store", "session.dead_letter"),
            Map.entry("undecided events", "mailbox.mailbox_event WHERE state <> 'decided'"),
            Map.entry("pending writes to the forge", "mailbox.forge_write WHERE state = 'pending'"),
            Map.entry(
                    "runs that have not ended or are held",
                    "orchestrator.run WHERE ended_at IS NULL OR owner IS NOT NULL"),
            Map.entry(
                    "attempts that have not ended or whose runner may lie around",
                    "orchestrator.run_attempt WHERE ended_at IS NULL OR removed_at IS NULL"),
            Map.entry("pinned session state", "session.session_state WHERE pinned_run IS NOT NULL"),
            Map.entry("session state", "session.session_state WHERE removed_at IS NULL OR removal_due"));

    private final RunningAlfred alfred;
    private final Path attempts;
    private final Set<Path> runDirectories = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watcher;

    Remains(RunningAlfred alfred) {
        this.alfred = alfred;
        this.attempts = alfred.system().layout().home().resolve("data/attempts");
        this.watcher = Thread.ofVirtual().name("remains").start(this::watch);
    }

    private void watch() {
        try {
            while (!closed.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                for (Path attempt : attempts("*")) {
                    note(attempt.resolve(AttemptFiles.RUN_DIRECTORY));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(Path file) {
        try {
            runDirectories.add(Path.of(Files.readString(file).strip()));
        } catch (IOException e) {
            // Not made yet, or removed meanwhile.
            return;
        }
    }

    private List<Path> attempts(String pattern) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(attempts)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(attempts, pattern)) {
                all.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    /**
     * What a kill cut off in its making or removing is kept for ten minutes, in case somebody still works at it. It is made
     * older, so that the next sweep has to remove it.
     */
    void ageLeftovers() {
        for (Path leftover : attempts(".*")) {
            try {
                Files.setLastModifiedTime(leftover, FileTime.from(Instant.now().minus(OLD)));
            } catch (IOException e) {
                // Removed meanwhile.
                continue;
            }
        }
    }

    /** Everything that is left, in words; empty when there is nothing. */
    List<String> all() {
        List<String> left = new ArrayList<>();
        processes().forEach(line -> left.add("process: " + line));
        mounts().forEach(line -> left.add("mount: " + line));
        attempts("*").forEach(path -> left.add("workspace: " + path));
        runDirectories.stream().filter(Files::exists).forEach(path -> left.add("run directory: " + path));
        states().forEach(path -> left.add("session state: " + path));
        rows().forEach((what, count) -> left.add(count + " " + what));
        return left;
    }

    /** Whatever works on this system's data and is none of its services. */
    private List<String> processes() {
        String home = alfred.system().layout().home().toString();
        Set<Long> services =
                alfred.system().processes().stream().map(ServiceProcess::pid).collect(Collectors.toSet());
        return ProcessHandle.allProcesses()
                .filter(process -> !services.contains(process.pid()))
                .map(process -> process.pid() + " " + CommandLines.of(process))
                .filter(line -> line.contains(home) && !line.contains("/bin/postgres "))
                .toList();
    }

    private List<String> mounts() {
        String home = alfred.system().layout().home().toString();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return lines.filter(line ->
                            line.contains(home) || runDirectories.stream().anyMatch(path -> line.contains(path + "/")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> states() {
        Path base = alfred.system().layout().data("state").resolve(".agent-sessions");
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(base, 3, new FileVisitOption[0])) {
            return all.filter(path -> path.getNameCount() > base.getNameCount() + 1 || Files.isRegularFile(path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Long> rows() {
        Map<String, Long> found = new TreeMap<>();
        String url = "jdbc:postgresql://127.0.0.1:" + alfred.system().ports().database() + "/postgres";
        try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> rows : ROWS.entrySet()) {
                try (ResultSet count = statement.executeQuery("SELECT count(*) FROM " + rows.getValue())) {
                    count.next();
                    if (count.getLong(1) > 0) {
                        found.put(rows.getKey(), count.getLong(1));
                    }
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

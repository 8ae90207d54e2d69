package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptFiles.RunningStage;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.Stage;

/** One attempt's directory as a launcher sees it: what its supervisor wrote, and whether that still lives. */
record LocalAttempt(Path directory) {
    boolean exists() {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
    }

    Path log() {
        return directory.resolve(AttemptFiles.LOG);
    }

    Optional<AttemptEnd> end() throws IOException {
        return read(AttemptFiles.ENDED, AttemptEnd.class);
    }

    Optional<ProcessMark> supervisor() throws IOException {
        return read(AttemptFiles.SUPERVISOR, ProcessMark.class);
    }

    Optional<RunningStage> runningStage() throws IOException {
        return read(AttemptFiles.STAGE, RunningStage.class);
    }

    Map<Stage, StageEnd> stages() throws IOException {
        Map<Stage, StageEnd> ends = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            read(AttemptFiles.stageEnd(stage), StageEnd.class).ifPresent(end -> ends.put(stage, end));
        }
        return ends;
    }

    /** Whether its launcher has written it longer ago than that. */
    boolean olderThan(Duration age) throws IOException {
        return Files.getLastModifiedTime(directory.resolve(AttemptFiles.PLAN))
                .toInstant()
                .isBefore(Instant.now().minus(age));
    }

    /** Ends an attempt that no supervisor has taken, so that none will; false when one has meanwhile. */
    boolean abandon(AttemptEnd end) throws IOException {
        try (FileChannel lock = FileChannel.open(
                        directory.resolve(AttemptFiles.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.tryLock()) {
            if (held == null || supervisor().isPresent()) {
                return false;
            }
            write(AttemptFiles.ENDED, ContractJson.mapper().writeValueAsBytes(end));
            return true;
        }
    }

    /** Asks the supervisor to end: one that has not begun yet finds the grace period, one that has gets the signal. */
    void stop(Duration grace) throws IOException {
        write(AttemptFiles.GRACE, Long.toString(grace.toMillis()).getBytes(StandardCharsets.US_ASCII));
        Optional<ProcessMark> supervisor = supervisor();
        if (supervisor.isPresent() && supervisor.get().alive()) {
            ProcessHandle.of(supervisor.get().pid()).ifPresent(ProcessHandle::destroy);
        }
    }

    /**
     * Makes sure that nothing of it runs: its supervisor, and where that died alone, what it left. False when something
     * would not die.
     */
    boolean killed(Duration patience) throws IOException {
        Optional<ProcessMark> supervisor = supervisor();
        boolean gone = supervisor.isEmpty() || killed(supervisor.get(), patience);
        Optional<RunningStage> stage = runningStage();
        return gone && (stage.isEmpty() || killed(stage.get().process(), patience));
    }

    private static boolean killed(ProcessMark process, Duration patience) throws IOException {
        if (!process.alive()) {
            return true;
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isPresent() && process.alive()) {
            handle.get().descendants().forEach(ProcessHandle::destroyForcibly);
            handle.get().destroyForcibly();
            CompletableFuture<Void> exit = handle.get().onExit().thenAccept(ended -> {});
            exit.completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
        return !process.alive();
    }

    private <T> Optional<T> read(String name, Class<T> type) throws IOException {
        Path file = directory.resolve(name);
        return Files.exists(file)
                ? Optional.of(ContractJson.mapper().readValue(Files.readAllBytes(file), type))
                : Optional.empty();
    }

    private void write(String name, byte[] content) throws IOException {
        Path part = directory.resolve(name + ".new");
        Files.write(part, content);
        Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}

package dev.alfred.local.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptFiles.RunningStage;
import dev.alfred.contracts.runner.ProcessMark;

/**
 * The attempts at runs that go on below a directory. Each has a detached supervisor that outlives the services, so it is
 * stopped by itself, after run-orchestrator: at the next start that finds a lost runner and launches another attempt.
 */
final class RunningAttempts {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private RunningAttempts() {}

    /**
     * Asks every supervisor to end in order, and ends those by force that haven't within {@code patience}, with all below
     * them. The agent itself is left half of that time.
     */
    static void stop(Path attempts, Duration patience) throws IOException {
        Instant limit = Instant.now().plus(patience);
        List<Path> going = going(attempts);
        for (Path attempt : going) {
            ask(attempt, patience.dividedBy(2));
        }
        while (Instant.now().isBefore(limit) && anyGoing(going)) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        for (Path attempt : going) {
            kill(attempt);
        }
    }

    private static List<Path> going(Path attempts) throws IOException {
        List<Path> going = new ArrayList<>();
        if (Files.isDirectory(attempts)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(attempts, Files::isDirectory)) {
                for (Path attempt : all) {
                    if (goesOn(attempt)) {
                        going.add(attempt);
                    }
                }
            }
        }
        return going;
    }

    private static boolean anyGoing(List<Path> attempts) throws IOException {
        for (Path attempt : attempts) {
            if (goesOn(attempt)) {
                return true;
            }
        }
        return false;
    }

    /** Also an attempt whose supervisor has only been started goes on. */
    private static boolean goesOn(Path attempt) throws IOException {
        Optional<ProcessMark> supervisor = supervisor(attempt);
        if (supervisor.isEmpty()) {
            return Files.exists(attempt.resolve(AttemptFiles.PLAN))
                    && Files.notExists(attempt.resolve(AttemptFiles.ENDED));
        }
        return supervisor.get().alive() || stageLives(attempt);
    }

    private static boolean stageLives(Path attempt) throws IOException {
        Optional<RunningStage> stage = read(attempt.resolve(AttemptFiles.STAGE), RunningStage.class);
        return stage.isPresent() && stage.get().process().alive();
    }

    /** A supervisor that has not taken its attempt yet finds the grace period and ends; one that has gets the signal. */
    private static void ask(Path attempt, Duration grace) throws IOException {
        Path part = attempt.resolve(AttemptFiles.GRACE + ".new");
        Files.writeString(part, Long.toString(grace.toMillis()), StandardCharsets.US_ASCII);
        Files.move(part, attempt.resolve(AttemptFiles.GRACE), StandardCopyOption.ATOMIC_MOVE);
        Optional<ProcessMark> supervisor = supervisor(attempt);
        if (supervisor.isPresent()) {
            process(supervisor.get()).ifPresent(ProcessHandle::destroy);
        }
    }

    private static void kill(Path attempt) throws IOException {
        Optional<ProcessMark> supervisor = supervisor(attempt);
        if (supervisor.isPresent()) {
            kill(supervisor.get());
        }
        Optional<RunningStage> stage = read(attempt.resolve(AttemptFiles.STAGE), RunningStage.class);
        if (stage.isPresent()) {
            kill(stage.get().process());
        }
    }

    private static void kill(ProcessMark mark) throws IOException {
        Optional<ProcessHandle> process = process(mark);
        if (process.isPresent()) {
            List<ProcessHandle> below = process.get().descendants().toList();
            process.get().destroyForcibly();
            below.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** The marked process, never another that was given its id. */
    private static Optional<ProcessHandle> process(ProcessMark mark) throws IOException {
        Optional<ProcessHandle> handle = ProcessHandle.of(mark.pid());
        return mark.alive() ? handle : Optional.empty();
    }

    private static Optional<ProcessMark> supervisor(Path attempt) throws IOException {
        return read(attempt.resolve(AttemptFiles.SUPERVISOR), ProcessMark.class);
    }

    private static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
        return Files.exists(file)
                ? Optional.of(ContractJson.mapper().readValue(Files.readAllBytes(file), type))
                : Optional.empty();
    }
}

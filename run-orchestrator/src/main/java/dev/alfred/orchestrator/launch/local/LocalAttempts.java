package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptFiles.RunningStage;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import org.jboss.logging.Logger;

/**
 * The attempts of this machine: a directory and a detached supervisor each. All that is known about an attempt lies in
 * its directory, so that any later process on this machine finds it again. Used by the sandbox and the host launcher.
 */
public final class LocalAttempts {
    private static final Logger LOG = Logger.getLogger(LocalAttempts.class);
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(90);
    private static final Duration KILL_TAKES = Duration.ofSeconds(10);
    private static final Duration LEFT_OVER_AFTER = Duration.ofMinutes(10);
    private static final long DETECTION_SECONDS = 180;
    private static final String RUN_DIRECTORY = "/tmp/alfred-[0-9]{1,20}";

    private final RunnerKind kind;
    private final String node;
    private final Path base;
    private final SupervisorProgram program;
    private final LogTail logs = new LogTail();

    public LocalAttempts(RunnerKind kind, String node, Path base, SupervisorProgram program) {
        this.kind = kind;
        this.node = node;
        this.base = base.toAbsolutePath().normalize();
        this.program = program;
    }

    /** The directory appears whole or not at all, and no two supervisors ever take it: so both steps can be repeated. */
    public LaunchOutcome launch(LaunchOrder order, AttemptPlan plan, RunnerLauncher.StillWanted wanted) {
        String name = order.spec().run() + "-" + order.spec().attempt();
        RunnerRef runner = new RunnerRef(order.spec().run(), order.spec().attempt(), kind, node, name);
        LocalAttempt attempt = new LocalAttempt(base.resolve(name));
        try {
            boolean made = !attempt.exists() && make(attempt, order, plan);
            if (!wanted.ask()) {
                return notWanted(attempt, made);
            }
            if (attempt.supervisor().isEmpty() && attempt.end().isEmpty()) {
                program.start(attempt.directory());
            }
            return made ? new LaunchOutcome.Launched(runner) : new LaunchOutcome.AlreadyRunning(runner);
        } catch (IOException e) {
            LOG.warn("an attempt can't be launched on this machine: it will be tried again", e);
            return new LaunchOutcome.Unreachable("the attempt's directory or supervisor can't be made on " + node);
        }
    }

    /** A directory that was there is another's to look after. */
    private static LaunchOutcome notWanted(LocalAttempt attempt, boolean made) throws IOException {
        if (made) {
            TreeRemoval.remove(attempt.directory());
        }
        return new LaunchOutcome.NotWanted();
    }

    private boolean make(LocalAttempt attempt, LaunchOrder order, AttemptPlan plan) throws IOException {
        Path made = fresh(".new-");
        try {
            AttemptContent.write(made, order, plan);
            Files.move(made, attempt.directory(), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (AtomicMoveNotSupportedException e) {
            TreeRemoval.remove(made);
            throw e;
        } catch (FileSystemException e) {
            TreeRemoval.remove(made);
            if (attempt.exists()) {
                return false;
            }
            throw e;
        }
    }

    private Path fresh(String prefix) throws IOException {
        if (!Files.isDirectory(base)) {
            Files.createDirectories(base.getParent());
            Files.createDirectories(
                    base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return Files.createTempDirectory(base, prefix);
    }

    /**
     * Removes what a process that was killed left half made or half removed; no living one works on it for that long. What
     * resists keeps nothing else, and is told of at the end.
     */
    public void removeLeftovers() {
        Instant old = Instant.now().minus(LEFT_OVER_AFTER);
        List<IOException> resisting = new ArrayList<>();
        for (Path path : unfinished()) {
            try {
                if (Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(old)) {
                    removeTree(new LocalAttempt(path));
                }
            } catch (NoSuchFileException e) {
                LOG.debugf("Removed by another process meanwhile: %s", path);
            } catch (IOException e) {
                resisting.add(e);
            }
        }
        if (!resisting.isEmpty()) {
            UncheckedIOException failure =
                    new UncheckedIOException("leftovers in " + base + " can't be removed", resisting.getFirst());
            resisting.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private List<Path> unfinished() {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(base)) {
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(base, ".*-*")) {
                paths.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException("can't look into " + base, e);
            }
        }
        return found;
    }

    private static void removeTree(LocalAttempt attempt) throws IOException {
        if (!attempt.killed(KILL_TAKES)) {
            throw new IOException("its processes don't end");
        }
        removeRunDirectory(attempt);
        TreeRemoval.remove(attempt.directory());
    }

    public Observation observe(RunnerRef runner, long fromLine) {
        if (!runner.node().equals(node)) {
            return new Observation.Unreachable("it runs on " + runner.node());
        }
        LocalAttempt attempt = attempt(runner);
        try {
            return attempt.exists()
                    ? observe(attempt, fromLine)
                    : new Observation.Gone("its directory on this machine is gone");
        } catch (IOException e) {
            LOG.warn("an attempt's directory can't be read: it counts as unreachable until it can", e);
            return new Observation.Unreachable("its directory can't be read");
        }
    }

    private Observation observe(LocalAttempt attempt, long fromLine) throws IOException {
        Optional<ProcessMark> supervisor = attempt.supervisor();
        boolean alive = supervisor.isPresent() && supervisor.get().alive();
        // Read after the look at the process: an end that it wrote before its death is not missed.
        Optional<AttemptEnd> end = attempt.end();
        if (end.isPresent()) {
            return ended(attempt, end.get(), fromLine);
        }
        if (supervisor.isEmpty()) {
            return notBegun(attempt, fromLine);
        }
        return alive ? running(attempt, fromLine) : died(attempt, supervisor.get(), fromLine);
    }

    private Observation ended(LocalAttempt attempt, AttemptEnd end, long fromLine) throws IOException {
        return new Observation.Ended(attempt.stages(), end.cause(), end.detail(), log(attempt, fromLine, true));
    }

    private Observation notBegun(LocalAttempt attempt, long fromLine) throws IOException {
        AttemptEnd never = new AttemptEnd(ExitReason.RUNNER_LOST, "its supervisor never began");
        return attempt.olderThan(BEGINS_WITHIN) && attempt.abandon(never)
                ? ended(attempt, never, fromLine)
                : Observation.Starting.soon(LogLines.none(fromLine));
    }

    private Observation running(LocalAttempt attempt, long fromLine) throws IOException {
        Optional<RunningStage> stage = attempt.runningStage();
        LogLines log = log(attempt, fromLine, false);
        return stage.isPresent()
                ? new Observation.Running(stage.get().stage(), attempt.stages(), log)
                : Observation.Starting.soon(log);
    }

    private LogLines log(LocalAttempt attempt, long fromLine, boolean whole) throws IOException {
        LogTail.Part read = logs.read(attempt.log(), fromLine, whole);
        // Read after the lines: whatever no stage that has ended by now printed is the next one's.
        Map<Stage, StageEnd> ended = attempt.stages();
        return new LogLines(
                read.lines().stream()
                        .map(line -> new LogLines.Line(printedBy(ended, line.offset()), line.text()))
                        .toList(),
                read.next(),
                read.more());
    }

    private static Stage printedBy(Map<Stage, StageEnd> ended, long offset) {
        for (Stage stage : Stage.values()) {
            StageEnd end = ended.get(stage);
            if (end == null || end.exitCode() != 0 || offset < end.logEnd()) {
                return stage;
            }
        }
        return Stage.PUBLISH;
    }

    /** The sandbox died with its supervisor; what would not have is ended now, before anybody relies on its end. */
    private Observation died(LocalAttempt attempt, ProcessMark supervisor, long fromLine) throws IOException {
        if (!attempt.killed(KILL_TAKES)) {
            return running(attempt, fromLine);
        }
        Map<Stage, StageEnd> stages = attempt.stages();
        boolean complete =
                stages.containsKey(Stage.PUBLISH) || stages.values().stream().anyMatch(end -> end.exitCode() != 0);
        String detail = supervisor.fromAnEarlierBoot() ? "the machine was started anew" : "its supervisor was killed";
        AttemptEnd end =
                complete ? new AttemptEnd(ExitReason.NONE, null) : new AttemptEnd(ExitReason.RUNNER_LOST, detail);
        return ended(attempt, end, fromLine);
    }

    public void stop(RunnerRef runner, Duration grace) {
        LocalAttempt attempt = mine(runner);
        try {
            if (attempt.exists() && attempt.end().isEmpty()) {
                attempt.stop(grace);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't stop " + runner, e);
        }
    }

    public void renew(RunnerRef runner, Stage stage, GitCredential credential) {
        LocalAttempt attempt = mine(runner);
        try {
            if (attempt.exists() && attempt.end().isEmpty()) {
                AttemptContent.renew(attempt.directory(), stage, credential);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't renew a credential of " + runner, e);
        }
    }

    /** Moves the directory away first, so that a removal that is cut short leaves nothing that looks like an attempt. */
    public void remove(RunnerRef runner) {
        LocalAttempt attempt = mine(runner);
        try {
            if (!attempt.exists()) {
                return;
            }
            if (attempt.supervisor().isEmpty() && attempt.end().isEmpty()) {
                attempt.abandon(new AttemptEnd(ExitReason.RUNNER_LOST, "removed before it began"));
            }
            if (!attempt.killed(KILL_TAKES)) {
                throw new IOException("its processes don't end");
            }
            removeRunDirectory(attempt);
            logs.forget(attempt.log());
            Path away = base.resolve(".removed-" + UUID.randomUUID());
            Files.move(attempt.directory(), away, StandardCopyOption.ATOMIC_MOVE);
            TreeRemoval.remove(away);
        } catch (IOException e) {
            throw new UncheckedIOException("can't remove " + runner, e);
        }
    }

    private static void removeRunDirectory(LocalAttempt attempt) throws IOException {
        Path named = attempt.directory().resolve(AttemptFiles.RUN_DIRECTORY);
        if (Files.exists(named)) {
            String path = Files.readString(named);
            if (path.matches(RUN_DIRECTORY)) {
                TreeRemoval.remove(Path.of(path));
            }
        }
    }

    /** Looks for agents, in the surroundings that stages would get, without a network. */
    public Detection detect(AttemptPlan plan) {
        try {
            Path directory = fresh(".detect-");
            try {
                Files.createDirectory(directory.resolve(AttemptFiles.INPUT));
                AttemptContent.plan(directory, plan);
                Process process = program.start(directory, "--detect");
                if (!process.waitFor(DETECTION_SECONDS, TimeUnit.SECONDS)) {
                    return new Detection.Failed("agent-runner detect takes too long");
                }
                return detected(new LocalAttempt(directory));
            } finally {
                removeTree(new LocalAttempt(directory));
            }
        } catch (IOException e) {
            LOG.warn("agents can't be looked for on this machine: the next detection tries again", e);
            return new Detection.Failed("agent-runner detect can't be started");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Detection.Failed("interrupted");
        }
    }

    private Detection detected(LocalAttempt attempt) throws IOException {
        StageEnd end = attempt.stages().get(Stage.PREPARE);
        List<String> lines = logs.read(attempt.log(), 0, true).lines().stream()
                .map(LogTail.Line::text)
                .toList();
        logs.forget(attempt.log());
        if (end == null || end.exitCode() != 0) {
            return new Detection.Failed(
                    "agent-runner detect failed: " + (lines.isEmpty() ? "see the service's log" : lines.getLast()));
        }
        List<DetectedAgent> agents = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("{\"adapter\"")) {
                agents.add(ContractJson.mapper().readValue(line, DetectedAgent.class));
            }
        }
        return new Detection.Detected(agents);
    }

    private LocalAttempt attempt(RunnerRef runner) {
        return new LocalAttempt(base.resolve(runner.handle()));
    }

    private LocalAttempt mine(RunnerRef runner) {
        if (!runner.node().equals(node)) {
            throw new IllegalArgumentException(runner + " is not on " + node);
        }
        return attempt(runner);
    }
}

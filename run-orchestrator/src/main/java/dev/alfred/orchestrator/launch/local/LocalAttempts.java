package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
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
    private static final long DETECTION_SECONDS = 180;

    private final RunnerKind kind;
    private final String node;
    private final AttemptsDirectory base;
    private final SupervisorProgram program;
    private final LogTail logs = new LogTail();

    public LocalAttempts(RunnerKind kind, String node, Path base, SupervisorProgram program) {
        this.kind = kind;
        this.node = node;
        this.base = new AttemptsDirectory(base);
        this.program = program;
    }

    /** Removes what a process that was killed left half made or half removed; see {@link AttemptsDirectory}. */
    public void removeLeftovers() {
        base.removeLeftovers();
    }

    public RunnerRef reference(UUID run, int attempt) {
        return new RunnerRef(run, attempt, kind, node, run + "-" + attempt);
    }

    /** The directory appears whole or not at all, and no two supervisors ever take it: so both steps can be repeated. */
    public LaunchOutcome launch(LaunchOrder order, AttemptPlan plan, RunnerLauncher.StillWanted wanted) {
        RunnerRef runner = reference(order.spec().run(), order.spec().attempt());
        LocalAttempt attempt = base.attempt(runner.handle());
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
        Path made = base.fresh(".new-");
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
        if (!attempt.killed(AttemptsDirectory.KILL_TAKES)) {
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

    public RunnerLauncher.Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        LocalAttempt attempt = mine(runner);
        try {
            boolean given = attempt.exists()
                    && attempt.end().isEmpty()
                    && AttemptContent.renew(attempt.directory(), stage, credential);
            return given ? new RunnerLauncher.Renewal.Given() : new RunnerLauncher.Renewal.NotNeeded();
        } catch (IOException e) {
            LOG.warnf(e, "a credential can't be renewed on this machine, it is tried again: runner=%s", runner);
            return new RunnerLauncher.Renewal.Unreachable("its file can't be written on " + node);
        }
    }

    public void remove(RunnerRef runner) {
        LocalAttempt attempt = mine(runner);
        try {
            if (!attempt.exists()) {
                return;
            }
            if (attempt.supervisor().isEmpty() && attempt.end().isEmpty()) {
                attempt.abandon(new AttemptEnd(ExitReason.RUNNER_LOST, "removed before it began"));
            }
            logs.forget(attempt.log());
            base.remove(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException("can't remove " + runner, e);
        }
    }

    /** Looks for agents, in the surroundings that stages would get, without a network. */
    public Detection detect(AttemptPlan plan) {
        try {
            Path directory = base.fresh(".detect-");
            try {
                Files.createDirectory(directory.resolve(AttemptFiles.INPUT));
                AttemptContent.plan(directory, plan);
                Process process = program.start(directory, "--detect");
                if (!process.waitFor(DETECTION_SECONDS, TimeUnit.SECONDS)) {
                    return new Detection.Failed("agent-runner detect takes too long");
                }
                return detected(new LocalAttempt(directory));
            } finally {
                AttemptsDirectory.removeTree(new LocalAttempt(directory));
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
        return base.attempt(runner.handle());
    }

    private LocalAttempt mine(RunnerRef runner) {
        if (!runner.node().equals(node)) {
            throw new IllegalArgumentException(runner + " is not on " + node);
        }
        return attempt(runner);
    }
}

package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.egress.EgressProxy;
import org.jboss.logging.Logger;

/**
 * Sequences the stages of one attempt: each in its own process, with its own credentials and its own way out; a stage
 * that doesn't end with 0 is the last one. Writes the attempt's end when nothing of it runs any more.
 */
final class Supervisor {
    private static final Logger LOG = Logger.getLogger(Supervisor.class);
    private static final String DETECT = "detect";
    private static final AttemptEnd BY_ITSELF = new AttemptEnd(ExitReason.NONE, null);

    private final AttemptDirectory directory;
    private final AttemptPlan plan;
    private final StopSignal stop;
    private final long startedAt = System.nanoTime();

    Supervisor(AttemptDirectory directory, StopSignal stop) {
        this.directory = directory;
        this.plan = directory.plan();
        this.stop = stop;
    }

    void supervise() throws IOException, InterruptedException {
        finish(this::stages);
    }

    /** Looks for agents in the sandbox that stages would get, without a workspace, credentials or a way out. */
    void detect() throws IOException, InterruptedException {
        finish((run, log) -> {
            StageCommand command = directory.onHost()
                    ? new StageCommand(program(DETECT), System.getenv(), null)
                    : sandbox(run).start(program(DETECT), "/tmp", environment(), plan.processes());
            StageProcess process = StageProcess.start(command, !directory.onHost(), Stage.PREPARE, log);
            Held held = held(process, Stage.PREPARE);
            directory.ended(Stage.PREPARE, held.exitCode());
            return held.end(Stage.PREPARE);
        });
    }

    private interface Work {
        AttemptEnd run(RunDirectory run, AttemptLog log) throws IOException, InterruptedException;
    }

    private void finish(Work work) throws IOException, InterruptedException {
        AttemptEnd end = new AttemptEnd(ExitReason.INTERNAL, "the supervisor failed; its own log tells more");
        try (AttemptLog log = AttemptLog.append(directory.path().resolve(AttemptFiles.LOG));
                RunDirectory run = RunDirectory.make()) {
            directory.usesRunDirectory(run.path());
            directory.prepare();
            end = work.run(run, log);
            for (Stage stage : Stage.values()) {
                directory.dropCredentials(stage);
            }
        } finally {
            directory.ended(end);
            LOG.infof("attempt ended: %s", end.cause().wire());
        }
    }

    private AttemptEnd stages(RunDirectory run, AttemptLog log) throws IOException, InterruptedException {
        for (StagePlan stage : plan.stages()) {
            if (stop.isRequested()) {
                return new AttemptEnd(
                        ExitReason.CANCELLED, "stopped before " + stage.stage().wire());
            }
            AttemptEnd end = stage(stage, run, log);
            if (end != null) {
                return end;
            }
        }
        return BY_ITSELF;
    }

    /** The attempt's end, or null when the next stage is to follow. */
    private AttemptEnd stage(StagePlan planned, RunDirectory run, AttemptLog log)
            throws IOException, InterruptedException {
        Stage stage = planned.stage();
        try (EgressProxy way = wayOut(planned, run, log);
                AttemptMirror mirror = AttemptMirror.of(stage, directory, log)) {
            HostLayout host = new HostLayout(directory);
            StageCommand command = directory.onHost()
                    ? host.start(stage, mirror.shown())
                    : sandboxed(stage, run, way != null, mirror.shown());
            StageProcess process = StageProcess.start(command, !directory.onHost(), stage, log);
            Held held = held(process, stage);
            try {
                host.ended(stage);
                directory.dropCredentials(stage);
                if (held.goesOn()) {
                    mirror.keep();
                }
            } finally {
                // At the very last: what is logged up to there is the stage's.
                directory.ended(stage, held.exitCode());
            }
            return held.goesOn() ? null : held.end(stage);
        }
    }

    /** How a stage's process ended that was waited for. */
    private record Held(StageProcess.Wait waited, int exitCode) {
        boolean goesOn() {
            return waited == StageProcess.Wait.EXITED && exitCode == 0;
        }

        /** The attempt's, whose last stage it was. */
        AttemptEnd end(Stage stage) {
            return switch (waited) {
                case STOP_REQUESTED -> new AttemptEnd(ExitReason.CANCELLED, "stopped in " + stage.wire());
                case DEADLINE -> new AttemptEnd(ExitReason.TIMEOUT, "the attempt's deadline passed in " + stage.wire());
                case EXITED -> BY_ITSELF;
            };
        }
    }

    /** Waits for the stage until nothing of it runs any more. */
    private Held held(StageProcess process, Stage stage) throws IOException, InterruptedException {
        try (process) {
            directory.started(stage, process.mark());
            StageProcess.Wait waited = process.await(left(), stop);
            if (waited != StageProcess.Wait.EXITED) {
                process.stop(directory.grace());
            }
            return new Held(waited, process.end());
        }
    }

    private Duration left() {
        return plan.deadline().minusNanos(System.nanoTime() - startedAt);
    }

    private static EgressProxy wayOut(StagePlan planned, RunDirectory run, AttemptLog log) throws IOException {
        return planned.egress().isEmpty()
                ? null
                : run.openProxy(
                        planned.stage(), planned.egress(), refusal -> log.note(planned.stage(), "warn", refusal));
    }

    private StageCommand sandboxed(Stage stage, RunDirectory run, boolean reaches, Optional<Path> mirror)
            throws IOException {
        SandboxCommand sandbox = sandbox(run).readOnly(directory.input(), RunnerPaths.INPUT);
        credentials(stage, sandbox);
        handover(stage, sandbox);
        sandbox.writable(
                directory.termination(stage),
                Path.of(RunnerPaths.TERMINATION).getParent().toString());
        if (reaches) {
            sandbox.readOnly(
                    run.egress(stage),
                    Path.of(RunnerPaths.EGRESS_SOCKET).getParent().toString());
        }
        mirror.ifPresent(generation -> sandbox.readOnly(generation, RunnerPaths.MIRROR));
        sandbox.writable(directory.workspace(), RunnerPaths.WORKSPACE);
        state(stage, sandbox);
        return sandbox.start(program(stage.wire()), RunnerPaths.WORKSPACE, environment(), plan.processes());
    }

    private SandboxCommand sandbox(RunDirectory run) throws IOException {
        Path staging = plan.worker() == null ? null : run.staging();
        return new SandboxCommand(
                plan, system(), staging, ProcessHandle.current().pid());
    }

    private SystemFiles system() throws IOException {
        Path own = directory.path().resolve("etc");
        Files.createDirectories(own);
        return plan.worker() == null
                ? SystemFiles.of(
                        own,
                        ((Integer) Files.getAttribute(own, "unix:uid")).longValue(),
                        ((Integer) Files.getAttribute(own, "unix:gid")).longValue())
                : SystemFiles.of(own, plan.worker().uid(), plan.worker().gid());
    }

    private void credentials(Stage stage, SandboxCommand sandbox) {
        if (Files.isDirectory(directory.credentials(stage))) {
            sandbox.readOnly(
                    directory.credentials(stage),
                    stage == Stage.RUN ? RunnerPaths.PROVIDER_CREDENTIALS : RunnerPaths.FORGE_CREDENTIALS);
        }
        if (stage == Stage.RUN) {
            for (int i = 0; i < plan.credentialMounts().size(); i++) {
                String target = plan.credentialMounts().get(i).target();
                if (Path.of(target).startsWith(RunnerPaths.HOME)) {
                    sandbox.homeParents(target);
                }
                sandbox.readOnly(directory.credentialMount(i), target);
            }
        }
    }

    private void handover(Stage stage, SandboxCommand sandbox) {
        Path prepared = directory.handover(Stage.PREPARE);
        Path ran = directory.handover(Stage.RUN);
        switch (stage) {
            case PREPARE -> sandbox.writable(prepared, RunnerPaths.PREPARED);
            case RUN -> sandbox.readOnly(prepared, RunnerPaths.PREPARED).writable(ran, RunnerPaths.RAN);
            case PUBLISH -> sandbox.readOnly(prepared, RunnerPaths.PREPARED).readOnly(ran, RunnerPaths.RAN);
        }
    }

    private void state(Stage stage, SandboxCommand sandbox) throws IOException {
        if (plan.stateDirectory() == null) {
            return;
        }
        switch (stage) {
            case PREPARE -> sandbox.writable(directory.state(), RunnerPaths.STATE);
            case RUN ->
                sandbox.homeParents(plan.statePath().value())
                        .writable(directory.state(), plan.statePath().value());
            case PUBLISH -> LOG.debug("publish has nothing to do with session state");
        }
    }

    private List<String> program(String command) {
        List<String> program = new ArrayList<>(plan.program());
        program.add(command);
        return program;
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(
                "PATH",
                "/opt/agents/bin:/opt/agents/node_modules/.bin:/opt/node/bin:/opt/alfred/jdk/bin:/usr/local/bin:/usr/bin:/bin");
        environment.put("HOME", RunnerPaths.HOME);
        environment.put("USER", "agent");
        environment.put("LANG", "C.UTF-8");
        environment.put("TMPDIR", "/tmp");
        return environment;
    }
}

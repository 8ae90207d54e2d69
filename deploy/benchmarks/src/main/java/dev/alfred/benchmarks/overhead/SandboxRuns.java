package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.EgressPlan;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.sandbox.SandboxConfig;
import dev.alfred.orchestrator.launch.sandbox.SandboxLauncher;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/** Whole development runs by run-orchestrator's own launcher, each in its sandbox, from the launch to the observed end. */
final class SandboxRuns {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LOOKS_EVERY = Duration.ofMillis(2);
    private static final SessionStatePath STATE_PATH = new SessionStatePath("/home/agent/.claude/projects");
    /** Of a model that nobody asks. */
    private static final Destination MODEL = Destination.parse("127.0.0.1:65000");

    private final Path directory;
    private final String name;
    private final TinyRepository repository;
    private final SandboxConfig config;
    private final SandboxLauncher launcher;
    private int count;

    /**
     * @param name of these runs among others on the same repository
     * @param agentRunner the directory of agent-runner's program
     * @param agents has {@code bin/claude}
     */
    SandboxRuns(Path directory, String name, Path agentRunner, Path agents, TinyRepository repository) {
        this.directory = directory;
        this.name = name;
        this.repository = repository;
        config = new SmallRyeConfigBuilder()
                .withMapping(SandboxConfig.class)
                .withSources(new PropertiesConfigSource(
                        Map.of(
                                "alfred.orchestrator.sandbox.directory",
                                directory.resolve("attempts-" + name).toString(),
                                "alfred.orchestrator.sandbox.mirrors",
                                "",
                                "alfred.orchestrator.sandbox.agent-runner",
                                agentRunner.toString(),
                                "alfred.orchestrator.sandbox.agents",
                                agents.toString()),
                        "benchmark",
                        100))
                .build()
                .getConfigMapping(SandboxConfig.class);
        launcher = new SandboxLauncher(config, "here");
    }

    Cost run() throws IOException {
        String branch = "agent/issue-%d-%s".formatted(++count, name);
        LaunchOrder order = order(branch, state());
        RunnerRef[] runner = new RunnerRef[1];
        Cost cost = Cost.of(() -> {
            runner[0] = launched(order);
            awaitEnd(runner[0]);
        });
        repository.check(branch);
        launcher.remove(runner[0]);
        return cost;
    }

    private RunnerRef launched(LaunchOrder order) {
        LaunchOutcome outcome = launcher.launch(order, () -> true);
        if (outcome instanceof LaunchOutcome.Launched(RunnerRef runner)) {
            return runner;
        }
        throw new CannotMeasure("no run can be launched here: " + outcome);
    }

    /** Until the end is written, and the supervisor has ended as well, so that its CPU is counted. */
    private void awaitEnd(RunnerRef runner) throws IOException {
        Path attempt = config.directory().resolve(runner.handle());
        while (Files.notExists(attempt.resolve(AttemptFiles.ENDED))) {
            LockSupport.parkNanos(LOOKS_EVERY.toNanos());
        }
        ProcessMark supervisor = ContractJson.mapper()
                .readValue(attempt.resolve(AttemptFiles.SUPERVISOR).toFile(), ProcessMark.class);
        ProcessHandle.of(supervisor.pid()).ifPresent(process -> process.onExit().join());
        if (!(launcher.observe(runner, 0) instanceof Observation.Ended ended)
                || ended.cause() != ExitReason.NONE
                || ended.stages().values().stream().anyMatch(stage -> stage.exitCode() != 0)) {
            throw new CannotMeasure("a run failed: " + Files.readString(attempt.resolve(AttemptFiles.LOG)));
        }
    }

    /** An empty one of the worker's, as session-store makes it. */
    private Path state() throws IOException {
        Path state = Files.createDirectory(directory.resolve("state-%s-%d".formatted(name, count)));
        if ((Integer) Files.getAttribute(state, "unix:uid") == 0) {
            Files.setAttribute(state, "unix:uid", config.workerUid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(state, "unix:gid", config.workerGid(), LinkOption.NOFOLLOW_LINKS);
        }
        return state;
    }

    private LaunchOrder order(String branch, Path state) {
        List<Destination> forge = List.of(Destination.of(URI.create(repository.url())));
        GitCredential credential = new GitCredential("alfred", "an-invented-token", null);
        return new LaunchOrder(
                spec(branch),
                "Change it.",
                null,
                new StateLocation.Directory(state.toString()),
                credential,
                credential,
                Map.of(),
                List.of(),
                new EgressPlan(Map.of(Stage.PREPARE, forge, Stage.RUN, List.of(MODEL), Stage.PUBLISH, forge)),
                "default",
                null,
                "none",
                LONGEST,
                LaunchOrder.Resources.UNLIMITED);
    }

    private RunnerSpec spec(String branch) {
        return new RunnerSpec(
                UUID.randomUUID(),
                1,
                MailboxKey.issue("bench-tiny", count),
                Phase.DEVELOPMENT,
                AdapterId.CLAUDE_CODE,
                "none",
                new RunnerSpec.Repository(ForgeKind.FORGEJO, repository.url(), branch, "main", false, true),
                null,
                new SessionRef(branch, UUID.randomUUID().toString(), null, STATE_PATH),
                true,
                false,
                null,
                null,
                new RunnerSpec.Provider("none", null, "http://" + MODEL, List.of()),
                new RunnerSpec.Limits(LONGEST, LONGEST, LONGEST, 0, 10, null, 0, 1 << 20, null),
                null,
                null);
    }
}

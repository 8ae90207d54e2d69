package dev.alfred.orchestrator.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.Mount;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.runner.AttemptPlan.Worker;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.local.LocalMirrors;
import dev.alfred.orchestrator.launch.local.SupervisorProgram;

/** Turns orders into plans for the sandbox's supervisor, on this machine with these settings. */
record SandboxPlan(SandboxConfig config, SupervisorProgram program, LocalMirrors mirrors, boolean root) {
    private static final UUID NO_RUN = new UUID(0, 0);

    /** Whether the settings of the user apply: only root can become somebody else. */
    static boolean runsAsRoot() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        } catch (IOException e) {
            return false;
        }
    }

    AttemptPlan of(LaunchOrder order) {
        List<Mount> credentials = order.mounts().stream()
                .map(mount -> new Mount(mount.source(), mount.target()))
                .toList();
        String state = order.state() instanceof StateLocation.Directory(String path) ? path : null;
        Integer processes = order.resources().processes();
        return new AttemptPlan(
                order.spec().run(),
                order.spec().attempt(),
                RunnerKind.SANDBOX,
                worker(),
                stageProgram(),
                mounts(),
                credentials,
                Arrays.stream(Stage.values())
                        .map(stage -> new StagePlan(stage, order.egress().of(stage)))
                        .toList(),
                state,
                state == null ? null : order.spec().session().statePath(),
                order.deadline(),
                config.grace(),
                processes != null ? processes : processes(),
                mirrors.directory(order.mirror()));
    }

    AttemptPlan detection() {
        return new AttemptPlan(
                NO_RUN,
                1,
                RunnerKind.SANDBOX,
                worker(),
                stageProgram(),
                mounts(),
                List.of(),
                List.of(),
                null,
                null,
                Duration.ofMinutes(2),
                Duration.ofSeconds(5),
                processes(),
                null);
    }

    /** The limit counts all of a user's processes: it fits the worker, not a person's own account. */
    private Integer processes() {
        return root ? config.processes() : null;
    }

    Worker worker() {
        return root ? new Worker(config.workerUid(), config.workerGid()) : null;
    }

    /** Whether that is a directory, no link, and the worker's own. */
    boolean usable(Path state) throws IOException {
        if (!Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return !root
                || (Integer) Files.getAttribute(state, "unix:uid", LinkOption.NOFOLLOW_LINKS) == config.workerUid();
    }

    private static List<String> stageProgram() {
        return SupervisorProgram.commandLine("/opt/alfred/jdk/bin/java", "256m", Path.of("/opt/alfred/runner"));
    }

    private List<Mount> mounts() {
        List<Mount> mounts = new ArrayList<>();
        mounts.add(new Mount(program.javaHome().toString(), "/opt/alfred/jdk"));
        mounts.add(new Mount(program.agentRunner().toString(), "/opt/alfred/runner"));
        config.agents()
                .ifPresent(
                        agents -> mounts.add(new Mount(agents.toAbsolutePath().toString(), "/opt/agents")));
        for (String mount : config.mounts().orElse(List.of())) {
            int colon = mount.lastIndexOf(':');
            if (colon < 1 || !mount.startsWith("/") || mount.charAt(colon + 1) != '/') {
                throw new IllegalArgumentException(
                        "alfred.orchestrator.sandbox.mounts: " + mount + " is not /source:/target");
            }
            mounts.add(new Mount(mount.substring(0, colon), mount.substring(colon + 1)));
        }
        return mounts;
    }
}

package dev.alfred.orchestrator.launch.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.local.LocalAttempts;
import dev.alfred.orchestrator.launch.local.LocalMirrors;
import dev.alfred.orchestrator.launch.local.SupervisorProgram;
import io.quarkus.arc.lookup.LookupIfProperty;

/**
 * Runs attempts as plain processes of this service's user, in a working directory each. Not isolated, so never with a
 * session; an explicit opt-in.
 */
@ApplicationScoped
@LookupIfProperty(name = "alfred.orchestrator.host.enabled", stringValue = "true")
public class HostLauncher implements RunnerLauncher {
    private static final UUID NO_RUN = new UUID(0, 0);

    private final HostConfig config;
    private final SupervisorProgram program;
    private final LocalAttempts attempts;
    private final LocalMirrors mirrors;

    @Inject
    HostLauncher(HostConfig config, ThisNode node) {
        this(config, node.name());
    }

    HostLauncher(HostConfig config, String node) {
        this.config = config;
        this.program = new SupervisorProgram(
                config.javaHome()
                        .orElseGet(() -> Path.of(System.getProperty("java.home")))
                        .toAbsolutePath(),
                config.agentRunner().toAbsolutePath());
        this.mirrors = new LocalMirrors(config.mirrors(), config.mirrorRetention());
        this.attempts = new LocalAttempts(RunnerKind.HOST, node, config.directory(), program);
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.HOST;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return attempts.reference(run, attempt);
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        if (order.state() != null) {
            return new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "the host runner uses no session");
        }
        if (!order.mounts().isEmpty()) {
            return new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "the host runner mounts no credentials");
        }
        List<StagePlan> stages = Arrays.stream(Stage.values())
                .map(stage -> new StagePlan(stage, List.of()))
                .toList();
        return attempts.launch(
                order,
                plan(
                        order.spec().run(),
                        order.spec().attempt(),
                        stages,
                        order.deadline(),
                        mirrors.directory(order.mirror())),
                wanted);
    }

    private AttemptPlan plan(UUID run, int attempt, List<StagePlan> stages, Duration deadline, String mirror) {
        List<String> stage = new ArrayList<>(
                List.of("env", "ALFRED_AGENTS_DIR=" + config.agents().toAbsolutePath()));
        stage.addAll(SupervisorProgram.commandLine(
                program.javaHome().resolve("bin/java").toString(), "256m", program.agentRunner()));
        return new AttemptPlan(
                run,
                attempt,
                RunnerKind.HOST,
                null,
                stage,
                List.of(),
                List.of(),
                stages,
                null,
                null,
                deadline,
                config.grace(),
                null,
                mirror);
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        return attempts.observe(runner, fromLine);
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        attempts.stop(runner, grace);
    }

    @Override
    public Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        return attempts.renew(runner, stage, credential);
    }

    @Override
    public void remove(RunnerRef runner) {
        attempts.remove(runner);
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        try {
            attempts.removeLeftovers();
        } finally {
            mirrors.removeUnused();
        }
    }

    @Override
    public Detection detect(String image, String pool) {
        return attempts.detect(plan(NO_RUN, 1, List.of(), Duration.ofMinutes(2), null));
    }
}

package dev.alfred.orchestrator.launch.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
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
import io.quarkus.arc.lookup.LookupUnlessProperty;

/** Runs attempts in bubblewrap sandboxes on this machine, without a daemon. */
@ApplicationScoped
@LookupUnlessProperty(name = "alfred.orchestrator.sandbox.enabled", stringValue = "false", lookupIfMissing = true)
public class SandboxLauncher implements RunnerLauncher {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final List<String> TOOLS = List.of("bwrap", "prlimit", "setsid");
    private static final List<String> ROOTS_TOOLS = List.of("setpriv", "unshare", "mount");
    private static final List<Path> PLACES = List.of(
            Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"), Path.of("/usr/local/bin"));

    private final SandboxPlan plans;
    private final LocalAttempts attempts;
    private final LocalMirrors mirrors;

    @Inject
    SandboxLauncher(SandboxConfig config, ThisNode node) {
        this(config, node.name());
    }

    public SandboxLauncher(SandboxConfig config, String node) {
        SupervisorProgram program = new SupervisorProgram(
                config.javaHome()
                        .orElseGet(() -> Path.of(System.getProperty("java.home")))
                        .toAbsolutePath(),
                config.agentRunner().toAbsolutePath());
        this.mirrors = new LocalMirrors(config.mirrors(), config.mirrorRetention());
        this.plans = new SandboxPlan(config, program, mirrors, SandboxPlan.runsAsRoot());
        this.attempts = new LocalAttempts(RunnerKind.SANDBOX, node, config.directory(), program);
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.SANDBOX;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return attempts.reference(run, attempt);
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        return missingTool()
                .map(tool -> refused(ExitReason.LAUNCH_REFUSED, tool))
                .or(() -> secretWithoutName(order))
                .or(() -> unusableState(order))
                .orElseGet(() -> attempts.launch(order, plans.of(order), wanted));
    }

    private static LaunchOutcome refused(ExitReason reason, String detail) {
        return new LaunchOutcome.Refused(reason, detail);
    }

    private Optional<String> missingTool() {
        List<String> rest = plans.root() ? ROOTS_TOOLS : List.of();
        return TOOLS.stream()
                .filter(SandboxLauncher::missing)
                .findFirst()
                .or(() -> rest.stream().filter(SandboxLauncher::missing).findFirst())
                .map(tool -> tool.equals("bwrap")
                        ? "bubblewrap (bwrap) is not installed on this machine"
                        : tool + " (util-linux) is not installed on this machine");
    }

    private static boolean missing(String tool) {
        return PLACES.stream().map(place -> place.resolve(tool)).noneMatch(Files::isExecutable);
    }

    private static Optional<LaunchOutcome> secretWithoutName(LaunchOrder order) {
        return order.providerSecrets().keySet().stream()
                .filter(name -> !VARIABLE.matcher(name).matches())
                .findFirst()
                .map(name -> refused(ExitReason.LAUNCH_REFUSED, "a provider's secret has no variable's name: " + name));
    }

    private Optional<LaunchOutcome> unusableState(LaunchOrder order) {
        return switch (order.state()) {
            case null -> Optional.empty();
            case StateLocation.Claim ignored ->
                Optional.of(refused(ExitReason.LAUNCH_REFUSED, "a sandbox can't use a Kubernetes volume"));
            case StateLocation.Directory(String path) -> unusable(Path.of(path));
        };
    }

    private Optional<LaunchOutcome> unusable(Path state) {
        try {
            return plans.usable(state)
                    ? Optional.empty()
                    : Optional.of(refused(
                            ExitReason.STATE_VOLUME_NOT_WRITABLE,
                            "the session state's directory is missing or not the worker's: " + state));
        } catch (IOException e) {
            throw new UncheckedIOException("can't look at " + state, e);
        }
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

    /** A sandbox shows this machine's agents: there is one "image". */
    @Override
    public Detection detect(String image, String pool) {
        return missingTool().<Detection>map(Detection.Failed::new).orElseGet(() -> attempts.detect(plans.detection()));
    }
}

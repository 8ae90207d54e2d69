package dev.alfred.orchestrator.dispatch;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.installation.AgentDetection;
import dev.alfred.orchestrator.installation.AgentInstallation;
import dev.alfred.orchestrator.installation.AgentInstallations;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.pool.RunnerPool;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.provider.ModelProvider;
import dev.alfred.orchestrator.provider.Providers;
import dev.alfred.orchestrator.session.model.SessionEligibility;
import org.jboss.logging.Logger;

/** Picks launcher, image, installation and provider for a run, and decides whether it uses its session. */
@ApplicationScoped
class LaunchPlanner {
    private static final Logger LOG = Logger.getLogger(LaunchPlanner.class);

    private final RunnerPools pools;
    private final Launchers launchers;
    private final AgentInstallations installations;
    private final AgentDetection detection;
    private final Providers providers;

    LaunchPlanner(
            RunnerPools pools,
            Launchers launchers,
            AgentInstallations installations,
            AgentDetection detection,
            Providers providers) {
        this.pools = pools;
        this.launchers = launchers;
        this.installations = installations;
        this.detection = detection;
        this.providers = providers;
    }

    Readiness<LaunchPlan> plan(RunRequested request) {
        AdapterId adapter = request.settings().adapter();
        if (!adapter.local() && request.phase().writes()) {
            return new Readiness.Hopeless<>(
                    ExitReason.INVALID_REQUEST,
                    "%s is a model API without hands: it serves analysis and answer; %s needs a local agent"
                            .formatted(adapter.wire(), request.phase().wire()));
        }
        Optional<RunnerPool> pool = pools.named(request.settings().runnerPool());
        if (pool.isEmpty()) {
            return new Readiness.Waiting<>(
                    "unknown_pool",
                    "there is no runner pool " + request.settings().runnerPool());
        }
        Optional<RunnerLauncher> launcher = launchers.of(pool.get().runner());
        if (launcher.isEmpty()) {
            return new Readiness.Waiting<>(
                    "launcher_missing",
                    "nothing here launches runners of kind "
                            + pool.get().runner().wire());
        }
        Optional<String> image =
                Optional.ofNullable(request.settings().runnerImage()).or(pool.get()::image);
        return switch (providers.choose(request.settings())) {
            case Providers.Choice.Missing(String reason, String detail) -> new Readiness.Waiting<>(reason, detail);
            case Providers.Choice.Chosen(ModelProvider provider) ->
                installation(launcher.get(), image, adapter, pool.get().name())
                        .then(installed ->
                                new Readiness.Ready<>(plan(request, launcher.get(), image, installed, provider)));
        };
    }

    private Readiness<Optional<AgentInstallation>> installation(
            RunnerLauncher launcher, Optional<String> image, AdapterId adapter, String pool) {
        if (!adapter.local()) {
            return new Readiness.Ready<>(Optional.empty());
        }
        Optional<AgentInstallation> found = installations.find(launcher.kind(), image, adapter);
        if (found.isEmpty() || detection.doubts(launcher.kind(), image)) {
            if (!detection.detectIfNew(launcher.kind(), image, pool) && found.isEmpty()) {
                return new Readiness.Waiting<>("detecting_agents", "agents are being looked for");
            }
            found = installations.find(launcher.kind(), image, adapter);
        }
        return found.isPresent()
                ? new Readiness.Ready<>(found)
                : new Readiness.Waiting<>(
                        "agent_not_installed",
                        "%s is not in %s of %s: %s"
                                .formatted(
                                        adapter.wire(),
                                        image.orElse("the default image"),
                                        launcher.kind().wire(),
                                        detection
                                                .problem(launcher.kind(), image)
                                                .orElse("install it there, or stop this run and ask again with another"
                                                        + " AGENT_ADAPTER")));
    }

    private LaunchPlan plan(
            RunRequested request,
            RunnerLauncher launcher,
            Optional<String> image,
            Optional<AgentInstallation> installed,
            ModelProvider provider) {
        SessionEligibility eligibility = SessionEligibility.decide(new SessionEligibility.Facts(
                request.kind(),
                launcher.kind(),
                request.settings().adapter(),
                request.settings().sessionResume(),
                installations.statePath(request.settings().adapter()),
                installed.map(AgentInstallation::resumableSessions).orElse(false),
                provider.mounts().stream().map(ModelProvider.Mount::target).toList()));
        if (eligibility instanceof SessionEligibility.Off off) {
            off.overlap()
                    .ifPresent(overlap -> LOG.warnf(
                            "A credential mount and the session state are in each other's way, the run goes on"
                                    + " without a session: run=%s mount=%s state=%s",
                            request.run(), overlap.credentialMount(), overlap.statePath()));
        }
        return new LaunchPlan(launcher, launcher.kind(), image, installed, provider, eligibility);
    }
}

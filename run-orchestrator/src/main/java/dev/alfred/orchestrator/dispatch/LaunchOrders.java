package dev.alfred.orchestrator.dispatch;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.launch.EgressPlan;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.provider.ModelProvider;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.session.model.SessionEligibility;

/** Puts an attempt's order together from what was planned, resolved and granted. */
final class LaunchOrders {
    private LaunchOrders() {}

    /** The forge's credentials of an attempt, for its first and its last stage. */
    record Credentials(GitCredential prepare, GitCredential publish) {}

    static LaunchOrder order(
            Run run,
            RunPrompts prompts,
            Attempt attempt,
            LaunchPlan plan,
            Optional<SessionResolution> resolution,
            Credentials credentials,
            OrchestratorConfig.Attempts limits) {
        RunRequested request = run.request();
        RunnerSpec spec = spec(run, prompts, attempt, plan, resolution, limits);
        return new LaunchOrder(
                spec,
                prompts.full(),
                prompts.delta(),
                resolution.map(SessionResolution::state).orElse(null),
                credentials.prepare(),
                credentials.publish(),
                plan.provider().secrets(),
                plan.provider().mounts().stream()
                        .map(mount -> new LaunchOrder.CredentialMount(mount.source(), mount.target()))
                        .toList(),
                egress(request, plan.provider()),
                request.settings().runnerPool(),
                plan.image().orElse(null),
                mirror(request.project().id(), request.branch().base()),
                deadline(request.settings(), limits),
                LaunchOrder.Resources.UNLIMITED);
    }

    /** Set-up and run as set, and a grace period for all that lies around them. */
    static Duration deadline(RunSettings settings, OrchestratorConfig.Attempts limits) {
        return settings.setupTimeout().plus(settings.runTimeout()).plus(limits.deadlineGrace());
    }

    private static RunnerSpec spec(
            Run run,
            RunPrompts prompts,
            Attempt attempt,
            LaunchPlan plan,
            Optional<SessionResolution> resolution,
            OrchestratorConfig.Attempts limits) {
        RunRequested request = run.request();
        RunSettings settings = request.settings();
        Optional<SessionRef> session = session(request, attempt, plan, resolution);
        Budget budget = settings.budget(plan.provider().price().orElse(null)).left(run.usage());
        return new RunnerSpec(
                run.id(),
                attempt.number(),
                run.mailbox(),
                request.phase(),
                settings.adapter(),
                plan.provider().model(),
                repository(request),
                run.baseCommit(),
                session.orElse(null),
                session.isPresent() && plan.namesSessions(),
                useDelta(prompts, resolution),
                session.flatMap(ref -> resolution.map(SessionResolution::fingerprint))
                        .orElse(null),
                session.flatMap(ref -> resolution.map(SessionResolution::totals))
                        .orElse(null),
                new RunnerSpec.Provider(
                        plan.provider().id(),
                        plan.provider().protocol(),
                        plan.provider().baseUrl().map(URI::toString).orElse(null),
                        plan.provider().secrets().keySet().stream().sorted().toList()),
                new RunnerSpec.Limits(
                        settings.runTimeout(),
                        settings.setupTimeout(),
                        limits.silence(),
                        settings.llmRetries(),
                        limits.maxTurns(),
                        budget.usd(),
                        budget.tokens(),
                        settings.sessionStateMaxBytes(),
                        budget.price()),
                settings.commitAuthor(),
                run.traceparent());
    }

    private static Optional<SessionRef> session(
            RunRequested request, Attempt attempt, LaunchPlan plan, Optional<SessionResolution> resolution) {
        return switch (plan.eligibility()) {
            case SessionEligibility.Off ignored -> Optional.empty();
            case SessionEligibility.Use(var statePath) ->
                resolution.map(resolved -> new SessionRef(
                        request.branch().name(), attempt.freshId().toString(), resolved.resumeId(), statePath));
        };
    }

    /** The delta form fits only a session whose last seen turn is in the run that the delta builds on. */
    static boolean useDelta(RunPrompts prompts, Optional<SessionResolution> resolution) {
        return prompts.delta() != null
                && resolution
                        .filter(resolved -> resolved.resumeId() != null && resolved.lastSeenRun() != null)
                        .filter(resolved -> resolved.lastSeenRun().equals(prompts.deltaSince()))
                        .isPresent();
    }

    private static RunnerSpec.Repository repository(RunRequested request) {
        return new RunnerSpec.Repository(
                request.project().forge(),
                request.project().cloneUrl(),
                request.branch().name(),
                request.branch().base(),
                request.branch().pushed(),
                request.kind() == MailboxKind.ISSUE);
    }

    /** A project's id stands for one repository of one connection for good, whatever that is called meanwhile. */
    static String mirror(UUID project, String base) {
        return project + "-" + HexFormat.of().formatHex(sha256(base), 0, 16);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static EgressPlan egress(RunRequested request, ModelProvider provider) {
        List<Destination> forge =
                List.of(Destination.of(URI.create(request.project().cloneUrl())));
        List<Destination> run = new ArrayList<>();
        provider.baseUrl().map(Destination::of).ifPresent(run::add);
        provider.hosts().stream().map(Destination::parse).forEach(run::add);
        request.settings().egressAllow().stream().map(Destination::parse).forEach(run::add);
        return new EgressPlan(Map.of(Stage.PREPARE, forge, Stage.RUN, run, Stage.PUBLISH, forge));
    }
}

package dev.alfred.orchestrator.dispatch;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.forge.GitCredentials;
import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.store.DatabaseClock;
import dev.alfred.orchestrator.session.SessionStore;
import dev.alfred.orchestrator.session.model.SessionEligibility;
import org.jboss.logging.Logger;

/**
 * Brings a claimed run from the queue into a runner, outside of transactions: each step can be repeated, and each that
 * can't be taken gives the run back with a reason.
 */
@ApplicationScoped
public class Dispatcher {
    private static final Logger LOG = Logger.getLogger(Dispatcher.class);
    private static final String UNREACHABLE = "launcher_unreachable";

    private final DispatchHandler handler;
    private final LaunchPlanner planner;
    private final Launchers launchers;
    private final SessionStore sessions;
    private final GitCredentials credentials;
    private final UnlaunchedEnd unlaunched;
    private final DatabaseClock clock;
    private final OrchestratorConfig config;

    Dispatcher(
            DispatchHandler handler,
            LaunchPlanner planner,
            Launchers launchers,
            SessionStore sessions,
            GitCredentials credentials,
            UnlaunchedEnd unlaunched,
            DatabaseClock clock,
            OrchestratorConfig config) {
        this.handler = handler;
        this.planner = planner;
        this.launchers = launchers;
        this.sessions = sessions;
        this.credentials = credentials;
        this.unlaunched = unlaunched;
        this.clock = clock;
        this.config = config;
    }

    /** Takes all the steps that can be taken now. */
    public void dispatch(Run.Held held) {
        Optional<DispatchHandler.Present> present = handler.load(held);
        if (present.isEmpty()) {
            return;
        }
        Run run = present.get().run();
        Optional<Attempt> attempt = present.get().attempt();
        if (attempt.map(Attempt::perhapsLaunched).orElse(false)) {
            settle(run, again(run, attempt.get()));
        } else {
            settle(run, begin(run));
        }
    }

    private Readiness<Void> begin(Run run) {
        return run.cancel()
                .<Readiness<Void>>map(cancel -> new Readiness.Hopeless<>(ExitReason.CANCELLED, cancel.why()))
                .orElseGet(() -> withinBudget(run)
                        .then(ready -> planner.plan(run.request()))
                        .then(plan -> prepare(run, plan)));
    }

    /** All attempts of a run have one budget. */
    private static Readiness<Void> withinBudget(Run run) {
        Budget budget = run.request().settings().budget(null);
        return budget.usedUpBy(run.usage())
                ? new Readiness.Hopeless<>(
                        ExitReason.BUDGET,
                        "earlier attempts used up the run's budget (%s)".formatted(budget.told(run.usage())))
                : new Readiness.Ready<>(null);
    }

    /** One that lives is taken as it is, whatever could be had for it now; one that doesn't may be launched. */
    private Readiness<Void> again(Run run, Attempt attempt) {
        Optional<RunnerLauncher> launcher = launchers.of(attempt.kind());
        if (launcher.isEmpty()) {
            return new Readiness.Waiting<>("launcher_missing", "nothing here launches runners of its kind");
        }
        RunnerRef runner = launcher.get().reference(run.id(), attempt.number());
        return switch (launcher.get().observe(runner, 0)) {
            case Observation.Running ignored -> found(run, attempt, runner);
            case Observation.Ended ignored -> found(run, attempt, runner);
            case Observation.Starting ignored -> begin(run);
            case Observation.Gone ignored -> begin(run);
            case Observation.Unreachable(String detail) -> new Readiness.Waiting<>(UNREACHABLE, detail);
        };
    }

    private Readiness<Void> found(Run run, Attempt attempt, RunnerRef runner) {
        return handler.launchFound(run.held(), attempt)
                ? launched(run, attempt, runner, "found")
                : new Readiness.Ready<>(null);
    }

    /** After a failure that nobody foresaw: the run goes back into the queue. */
    public void failed(Run.Held held) {
        handler.defer(held, "internal_error", null, config.work().retry());
    }

    private Readiness<Void> prepare(Run run, LaunchPlan plan) {
        Optional<DispatchHandler.Prepared> prepared = handler.prepare(run.held(), plan, UUID.randomUUID());
        return prepared.isEmpty()
                ? new Readiness.Ready<>(null)
                : resolve(run, prepared.get().attempt(), plan)
                        .then(resolution -> launch(run, prepared.get(), plan, resolution));
    }

    /** The answer is put on record with the launch, or because there is none. */
    private Readiness<Void> launch(
            Run run, DispatchHandler.Prepared prepared, LaunchPlan plan, Optional<SessionResolution> resolution) {
        Readiness<LaunchOrder> order =
                credentials(run.request()).then(granted -> order(run, prepared, plan, resolution, granted));
        if (!(order instanceof Readiness.Ready<LaunchOrder>)) {
            resolution.ifPresent(
                    answer -> handler.resolved(run.held(), prepared.attempt().number(), answer));
        }
        return order.then(ready -> launch(run, prepared.attempt(), plan, resolution, ready));
    }

    private Readiness<LaunchOrder> order(
            Run run,
            DispatchHandler.Prepared prepared,
            LaunchPlan plan,
            Optional<SessionResolution> resolution,
            LaunchOrders.Credentials granted) {
        try {
            return new Readiness.Ready<>(LaunchOrders.order(
                    run, prepared.prompts(), prepared.attempt(), plan, resolution, granted, config.attempts()));
        } catch (IllegalArgumentException e) {
            return new Readiness.Hopeless<>(ExitReason.INVALID_REQUEST, e.getMessage());
        }
    }

    private Readiness<Optional<SessionResolution>> resolve(Run run, Attempt attempt, LaunchPlan plan) {
        if (plan.eligibility() instanceof SessionEligibility.Off) {
            return new Readiness.Ready<>(Optional.empty());
        }
        RunRequested request = run.request();
        SessionStore.Resolved answer = sessions.resolve(new ResolveSession(
                run.id(),
                attempt.number(),
                run.held().generation(),
                attempt.freshId(),
                run.mailbox(),
                request.mailboxRevision(),
                request.settings().adapter(),
                plan.kind(),
                request.phase(),
                attempt.cliVersion(),
                request.freshRequested(),
                request.tainted()));
        return switch (answer) {
            case SessionStore.Resolved.Found(SessionResolution resolution) ->
                new Readiness.Ready<>(Optional.of(resolution));
            case SessionStore.Resolved.MailboxClosed() ->
                new Readiness.Hopeless<>(ExitReason.MAILBOX_CLOSED, "the mailbox is closed");
            case SessionStore.Resolved.Away(String reason, String detail) -> new Readiness.Waiting<>(reason, detail);
        };
    }

    private Readiness<LaunchOrders.Credentials> credentials(RunRequested request) {
        return credential(request, CredentialAccess.READ).then(read -> {
            if (!request.phase().writes()) {
                return new Readiness.Ready<>(new LaunchOrders.Credentials(read, read));
            }
            return credential(request, CredentialAccess.WRITE)
                    .then(write -> new Readiness.Ready<>(new LaunchOrders.Credentials(read, write)));
        });
    }

    private Readiness<GitCredential> credential(RunRequested request, CredentialAccess access) {
        return switch (credentials.ask(request.project(), access, request.run())) {
            case GitCredentials.Answer.Granted(GitCredential credential) ->
                credential.expiresAt() != null && credential.expired(clock.now())
                        ? new Readiness.Waiting<>(
                                GitCredentials.EXPIRED, "no credential is to be had that is still good")
                        : new Readiness.Ready<>(credential);
            case GitCredentials.Answer.Unauthorized(String detail) ->
                new Readiness.Hopeless<>(ExitReason.FORGE_UNAUTHORIZED, detail);
            case GitCredentials.Answer.Away(String reason, String detail) -> new Readiness.Waiting<>(reason, detail);
        };
    }

    private Readiness<Void> launch(
            Run run, Attempt attempt, LaunchPlan plan, Optional<SessionResolution> resolution, LaunchOrder order) {
        if (!handler.launchBegun(run.held(), attempt, resolution, terms(order), order.deadline())) {
            return new Readiness.Ready<>(null);
        }
        LaunchOutcome outcome =
                plan.launcher().launch(order, () -> handler.stillToLaunch(run.held(), attempt.number()));
        return switch (outcome) {
            case LaunchOutcome.Launched(RunnerRef runner) -> launched(run, attempt, runner, "launched");
            case LaunchOutcome.AlreadyRunning(RunnerRef runner) -> launched(run, attempt, runner, "found");
            case LaunchOutcome.NotWanted() -> new Readiness.Ready<>(null);
            case LaunchOutcome.Refused(ExitReason reason, String detail) -> new Readiness.Hopeless<>(reason, detail);
            case LaunchOutcome.NotNow(String reason, String detail) -> notNow(run, attempt, reason, detail);
            case LaunchOutcome.Unreachable(String detail) -> new Readiness.Waiting<>(UNREACHABLE, detail);
        };
    }

    private CredentialTerms terms(LaunchOrder order) {
        boolean endless = Stream.of(order.prepareCredential(), order.publishCredential())
                .allMatch(credential -> credential.expiresAt() == null);
        return endless
                ? CredentialTerms.NONE
                : CredentialTerms.of(order.prepareCredential(), order.publishCredential(), clock.now());
    }

    private Readiness<Void> notNow(Run run, Attempt attempt, String reason, String detail) {
        LOG.infof(
                "Run waits, its launcher has no place for it: run=%s mailbox=%s reason=%s detail=%s",
                run.id(), run.mailbox(), reason, detail);
        handler.notLaunched(
                run.held(), attempt.number(), reason, detail, config.attempts().pause());
        return new Readiness.Ready<>(null);
    }

    private Readiness<Void> launched(Run run, Attempt attempt, RunnerRef runner, String how) {
        boolean ours = handler.launched(run.held(), attempt.number(), runner);
        LOG.infof(
                "Runner %s: run=%s mailbox=%s attempt=%d runner=%s ours=%s",
                how, run.id(), run.mailbox(), attempt.number(), runner, ours);
        return new Readiness.Ready<>(null);
    }

    private void settle(Run run, Readiness<Void> outcome) {
        switch (outcome) {
            case Readiness.Ready<Void> ignored -> {}
            case Readiness.Waiting<Void>(String reason, String detail) -> {
                if (!reason.equals(run.reason())) {
                    LOG.infof(
                            "Run waits: run=%s mailbox=%s reason=%s detail=%s",
                            run.id(), run.mailbox(), reason, detail);
                }
                handler.defer(run.held(), reason, detail, config.work().retry());
            }
            case Readiness.Hopeless<Void>(ExitReason reason, String detail) ->
                handler.load(run.held()).ifPresent(present -> end(present, reason, detail));
        }
    }

    /** What may have been launched is gone before the run ends. */
    private void end(DispatchHandler.Present present, ExitReason reason, String detail) {
        Run run = present.run();
        present.attempt()
                .filter(Attempt::perhapsLaunched)
                .ifPresent(attempt -> launchers
                        .of(attempt.kind())
                        .ifPresent(launcher -> launcher.remove(launcher.reference(run.id(), attempt.number()))));
        unlaunched.end(run, present.attempt(), reason, detail);
    }
}

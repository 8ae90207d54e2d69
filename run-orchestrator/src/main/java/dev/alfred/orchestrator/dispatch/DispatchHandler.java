package dev.alfred.orchestrator.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.messaging.Outbox;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.audit.AuditTrail;
import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.RunMessages;
import dev.alfred.orchestrator.run.RunWaited;
import dev.alfred.orchestrator.run.RunsChanged;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunRepository;
import dev.alfred.orchestrator.session.model.SessionEligibility;
import dev.alfred.orchestrator.transaction.Grouped;

/** The steps of a dispatch, each of them whole or not at all; all of them hold only while the claim does. */
@ApplicationScoped
class DispatchHandler {
    private final RunRepository runs;
    private final RunAttemptRepository attempts;
    private final Outbox outbox;
    private final AuditTrail audit;
    private final ThisNode node;
    private final Event<RunsChanged> changed;
    private final Event<RunWaited> waited;

    DispatchHandler(
            RunRepository runs,
            RunAttemptRepository attempts,
            Outbox outbox,
            AuditTrail audit,
            ThisNode node,
            Event<RunsChanged> changed,
            Event<RunWaited> waited) {
        this.runs = runs;
        this.attempts = attempts;
        this.outbox = outbox;
        this.audit = audit;
        this.node = node;
        this.changed = changed;
        this.waited = waited;
    }

    /** A run and its newest attempt. */
    record Present(Run run, Optional<Attempt> attempt) {}

    /** Empty where the claim is gone, or somebody has launched the run meanwhile. */
    @Grouped(Grouped.Kind.READS)
    @Transactional
    Optional<Present> load(Run.Held held) {
        return runs.read(held)
                .filter(run -> run.state() != RunState.RUNNING)
                .map(run -> new Present(run, attempts.load(run.id(), run.attempt())));
    }

    /** An attempt that is on record, and what its agent is to be told. */
    record Prepared(Attempt attempt, RunPrompts prompts) {}

    /**
     * Puts the plan on record as the run's present attempt. One that may have been launched stays as it was recorded,
     * its fresh id included.
     */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    Optional<Prepared> prepare(Run.Held held, LaunchPlan plan, UUID freshId) {
        return runs.lock(held).map(run -> new Prepared(attempt(run, plan, freshId), runs.prompts(run)));
    }

    private Attempt attempt(Run run, LaunchPlan plan, UUID freshId) {
        Optional<Attempt> present = attempts.load(run.id(), run.attempt()).filter(last -> last.endedAt() == null);
        if (present.map(Attempt::perhapsLaunched).orElse(false)) {
            return present.get();
        }
        Attempt attempt = planned(run, present.map(Attempt::number).orElse(run.attempt() + 1), plan, freshId);
        if (present.isPresent()) {
            attempts.preparedAnew(attempt);
        } else {
            attempts.prepared(attempt);
        }
        runs.prepared(run, attempt);
        return attempt;
    }

    private static Attempt planned(Run run, int number, LaunchPlan plan, UUID freshId) {
        SessionOff off =
                plan.eligibility() instanceof SessionEligibility.Off(SessionOff reason, var ignored) ? reason : null;
        return new Attempt(
                run.id(),
                number,
                freshId,
                plan.kind(),
                plan.image().orElse(null),
                plan.cliVersion(),
                plan.provider().id(),
                plan.provider().model(),
                off,
                Optional.empty(),
                run.readAt(),
                null,
                null,
                null,
                Optional.empty(),
                0,
                0,
                null,
                null,
                false,
                Usage.NOTHING,
                null,
                null,
                null,
                null);
    }

    /** Which session was answered to an attempt that can't be launched now. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void resolved(Run.Held held, int attempt, SessionResolution resolution) {
        runs.lock(held).ifPresent(run -> attempts.resolved(run.id(), attempt, resolution));
    }

    /**
     * Puts on record which session was answered, and that a runner may be there from now on. False where the claim is gone,
     * or a cancel came in between: nothing may be launched.
     *
     * @param terms those of the credentials that the attempt is about to be given; an earlier launch's stay where they got
     */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean launchBegun(
            Run.Held held,
            Attempt attempt,
            Optional<SessionResolution> resolution,
            CredentialTerms terms,
            Duration deadline) {
        Optional<Run> run = runs.lock(held);
        run.flatMap(locked -> resolution).ifPresent(answer -> attempts.resolved(held.run(), attempt.number(), answer));
        if (run.isEmpty() || (run.get().cancel().isPresent() && !attempt.perhapsLaunched())) {
            changed.fire(new RunsChanged(held.run()));
            return false;
        }
        if (run.get().state() == RunState.QUEUED) {
            runs.launchBegun(run.get(), planned(run.get(), attempt, resolution), nodeOf(attempt.kind()));
            Instant now = run.get().readAt();
            attempts.launchBegun(run.get().id(), attempt.number(), nodeOf(attempt.kind()), now, now.plus(deadline));
        }
        attempts.credentialTerms(
                held.run(),
                attempt.number(),
                attempt.perhapsLaunched()
                        ? terms.orEarlier(attempts.credentialTerms(held.run(), attempt.number()))
                        : terms);
        return true;
    }

    private static RunSession planned(Run run, Attempt attempt, Optional<SessionResolution> resolution) {
        if (attempt.sessionOff() != null) {
            return RunSession.off(attempt.sessionOff());
        }
        String name = run.request().branch().name();
        return resolution
                .filter(resolved -> resolved.fallback() != null)
                .map(resolved -> RunSession.fresh(name, null, resolved.fallback()))
                .orElseGet(() -> new RunSession(name, null, null, null));
    }

    /** A runner of the attempt was found; false where the claim is gone. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean launchFound(Run.Held held, Attempt attempt) {
        Optional<Run> locked = runs.lock(held).filter(run -> run.attempt() == attempt.number());
        locked.filter(run -> run.state() == RunState.QUEUED)
                .ifPresent(run -> runs.launchBegun(run, run.session(), nodeOf(attempt.kind())));
        return locked.isPresent();
    }

    /** False where the claim is gone, or the attempt is another one by now. What changes right after the answer is ADR 47's. */
    @Grouped(Grouped.Kind.READS)
    @Transactional
    boolean stillToLaunch(Run.Held held, int attempt) {
        return runs.read(held)
                .filter(run -> run.state() == RunState.STARTING && run.attempt() == attempt)
                .isPresent();
    }

    /** False where the claim is gone: the run's next owner finds the runner. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean launched(Run.Held held, int attempt, RunnerRef runner) {
        Optional<Run> locked = runs.lock(held).filter(run -> run.attempt() == attempt);
        locked.ifPresent(run -> {
            Instant now = run.readAt();
            runs.launched(run, now);
            attempts.launched(run.id(), attempt, runner.text(), now);
            outbox.appendAll(List.of(RunMessages.outgoing(
                    run,
                    new RunEvent.Started(
                            run.id(),
                            run.mailbox(),
                            run.request().phase(),
                            attempt,
                            run.request().settings().adapter(),
                            now))));
            audit.append("run-orchestrator", "run.start", run.id().toString(), "launched", Map.of("attempt", attempt));
            if (run.startedAt() == null) {
                waited.fire(new RunWaited(Duration.between(run.request().requestedAt(), now)));
            }
            changed.fire(new RunsChanged(run.id()));
        });
        return locked.isPresent();
    }

    /** A local runner can only be looked after from its own machine. */
    private String nodeOf(RunnerKind kind) {
        return kind == RunnerKind.KUBERNETES ? null : node.name();
    }

    /** The launcher is certain that nothing was launched: the run waits in the queue, and its attempt is planned anew. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void notLaunched(Run.Held held, int attempt, String reason, String detail, Duration pause) {
        runs.lock(held)
                .filter(run -> run.state() == RunState.STARTING && run.attempt() == attempt)
                .ifPresent(run -> {
                    attempts.notLaunched(run.id(), attempt);
                    runs.defer(run, RunChange.NEVER_LAUNCHED, reason, detail, pause);
                });
    }

    /** The run waits, and gives its place away meanwhile; where a runner of it may be at work it keeps it. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void defer(Run.Held held, String reason, String detail, Duration pause) {
        runs.lock(held).filter(run -> run.state() != RunState.RUNNING).ifPresent(run -> {
            if (attempts.load(run.id(), run.attempt())
                    .filter(Attempt::perhapsLaunched)
                    .isPresent()) {
                runs.waits(run, reason, detail);
            } else {
                runs.defer(run, RunChange.DEFERRED, reason, detail, pause);
            }
        });
    }
}

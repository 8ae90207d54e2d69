package dev.alfred.orchestrator.session;

import java.time.Instant;
import java.util.Optional;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.session.model.SessionOutcome;

/** What session-store is told about an attempt, from the run's and the attempt's records. */
public final class SessionRecords {
    private SessionRecords() {}

    public static SessionOutcome.Plan plan(Run run, Attempt attempt) {
        return new SessionOutcome.Plan(
                run.request().branch().name(),
                attempt.sessionOff(),
                attempt.freshId().toString(),
                run.request().settings().adapter().takesSessionId(),
                attempt.resolution());
    }

    /** Of an attempt that never came to life. */
    public static SessionOutcome neverStarted(Run run, Attempt attempt) {
        return SessionOutcome.of(
                plan(run, attempt),
                new SessionOutcome.Seen(
                        Optional.empty(), Optional.empty(), Optional.empty(), false, false, Optional.empty()));
    }

    /** Of a run that ends between two attempts: what its last one left. */
    public static SessionOutcome carriedOver(Run run) {
        return new SessionOutcome(run.session(), null, null, null, false, false, false, false);
    }

    public static RecordSession record(
            Run run,
            Attempt attempt,
            SessionOutcome outcome,
            RunChange change,
            ExitReason reason,
            String cliVersion,
            Instant endedAt) {
        return new RecordSession(
                run.id(),
                attempt.number(),
                run.held().generation(),
                run.mailbox(),
                run.request().branch().name(),
                outcome.session().nativeId(),
                outcome.resumed(),
                outcome.fallback(),
                attempt.sessionOff(),
                run.request().settings().adapter(),
                attempt.provider(),
                attempt.model(),
                cliVersion,
                outcome.fingerprint(),
                outcome.totals(),
                outcome.resumable(),
                run.request().tainted()
                        || attempt.resolution()
                                .map(resolution -> resolution.tainted() && outcome.fallback() == null)
                                .orElse(false),
                outcome.cliStarted(),
                outcome.spoke(),
                outcome.promptSeen(),
                state(change),
                reason,
                endedAt);
    }

    /** An attempt that is followed by another one was lost, whatever becomes of its run. */
    private static RunState state(RunChange change) {
        return switch (change) {
            case SUCCEEDED -> RunState.SUCCEEDED;
            case FAILED -> RunState.FAILED;
            case CANCELLED -> RunState.CANCELLED;
            case TIMED_OUT -> RunState.TIMED_OUT;
            case LOST, ATTEMPT_LOST, NEVER_BEGAN -> RunState.LOST;
            case DEFERRED, LAUNCH_BEGUN, NEVER_LAUNCHED, LAUNCHED ->
                throw new IllegalArgumentException(change + " ends no attempt");
        };
    }
}

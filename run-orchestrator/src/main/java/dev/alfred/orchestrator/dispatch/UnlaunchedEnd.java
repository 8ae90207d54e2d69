package dev.alfred.orchestrator.dispatch;

import java.time.Instant;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.run.RunEndHandler;
import dev.alfred.orchestrator.run.RunMessages;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.DatabaseClock;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunRepository;
import dev.alfred.orchestrator.session.SessionRecords;
import dev.alfred.orchestrator.session.SessionStore;
import dev.alfred.orchestrator.session.model.SessionOutcome;
import dev.alfred.orchestrator.transaction.Grouped;

/** Ends a run of which no runner lives: what its session was pinned for is told to session-store first. */
@ApplicationScoped
class UnlaunchedEnd {
    private final SessionStore sessions;
    private final DispatchHandler dispatch;
    private final Ending ending;
    private final DatabaseClock clock;
    private final OrchestratorConfig config;

    UnlaunchedEnd(
            SessionStore sessions,
            DispatchHandler dispatch,
            Ending ending,
            DatabaseClock clock,
            OrchestratorConfig config) {
        this.sessions = sessions;
        this.dispatch = dispatch;
        this.ending = ending;
        this.clock = clock;
        this.config = config;
    }

    void end(Run run, Optional<Attempt> attempt, ExitReason reason, String detail) {
        Instant now = clock.now();
        RunChange change = change(reason);
        Optional<Attempt> open = attempt.filter(last -> last.endedAt() == null);
        SessionOutcome outcome = open.map(last -> SessionRecords.neverStarted(run, last))
                .orElseGet(() -> SessionRecords.carriedOver(run));
        // One that uses no session now may have pinned its state before it was planned anew.
        boolean told = open.isPresent() && reason != ExitReason.MAILBOX_CLOSED;
        if (told
                && !sessions.record(SessionRecords.record(
                        run, open.get(), outcome, change, reason, open.get().cliVersion(), now))) {
            dispatch.defer(
                    run.held(), "session_store_unreachable", null, config.work().retry());
            return;
        }
        ending.end(run.held(), open, change, RunMessages.withoutLaunch(run, outcome.session(), reason, detail, now));
    }

    private static RunChange change(ExitReason reason) {
        return reason == ExitReason.CANCELLED || reason == ExitReason.MAILBOX_CLOSED
                ? RunChange.CANCELLED
                : RunChange.FAILED;
    }

    /** The transaction of it. */
    @ApplicationScoped
    static class Ending {
        private final RunRepository runs;
        private final RunAttemptRepository attempts;
        private final RunEndHandler ends;

        Ending(RunRepository runs, RunAttemptRepository attempts, RunEndHandler ends) {
            this.runs = runs;
            this.attempts = attempts;
            this.ends = ends;
        }

        @Grouped(Grouped.Kind.WRITES)
        @Transactional
        void end(Run.Held held, Optional<Attempt> attempt, RunChange change, RunReport report) {
            runs.lock(held).ifPresent(run -> {
                attempt.ifPresent(open -> attempts.ended(
                        run.id(), open.number(), report.exitReason(), report.detail(), report.endedAt()));
                ends.end(run, change, report);
            });
        }
    }
}

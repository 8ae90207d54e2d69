package dev.alfred.orchestrator.supervision;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.audit.AuditTrail;
import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.run.RunEndHandler;
import dev.alfred.orchestrator.run.RunsChanged;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunLogRepository;
import dev.alfred.orchestrator.run.store.RunRepository;
import dev.alfred.orchestrator.transaction.Grouped;
import org.jboss.logging.Logger;

/** The steps of supervision, each whole or not at all, good only for the run's owner and its present attempt. */
@ApplicationScoped
class SupervisionHandler {
    private static final Logger LOG = Logger.getLogger(SupervisionHandler.class);

    private final RunRepository runs;
    private final RunAttemptRepository attempts;
    private final RunLogRepository logs;
    private final LogIntake intake;
    private final RunEndHandler ends;
    private final AuditTrail audit;
    private final ThisNode node;
    private final Event<RunsChanged> changed;

    SupervisionHandler(
            RunRepository runs,
            RunAttemptRepository attempts,
            RunLogRepository logs,
            LogIntake intake,
            RunEndHandler ends,
            AuditTrail audit,
            ThisNode node,
            Event<RunsChanged> changed) {
        this.runs = runs;
        this.attempts = attempts;
        this.logs = logs;
        this.intake = intake;
        this.ends = ends;
        this.audit = audit;
        this.node = node;
        this.changed = changed;
    }

    /** A run under way, its attempt, what of the stages' results came by so far, and how long credentials are good. */
    record Present(Run run, Attempt attempt, List<RunnerLine.Result> parts, CredentialTerms terms) {}

    @Grouped(Grouped.Kind.READS)
    @Transactional
    Optional<Present> load(Run.Held held) {
        return runs.read(held)
                .filter(run -> run.state() == RunState.RUNNING)
                .flatMap(run -> attempts.load(run.id(), run.attempt())
                        .map(attempt -> present(run, attempt, parts(run, attempt))));
    }

    /** Nothing can have come by where nothing of the log was read. */
    private List<RunnerLine.Result> parts(Run run, Attempt attempt) {
        return attempt.logLine() == 0 ? List.of() : logs.parts(run.id(), attempt.number());
    }

    private Present present(Run run, Attempt attempt, List<RunnerLine.Result> parts) {
        return new Present(run, attempt, parts, attempts.credentialTerms(run.id(), attempt.number()));
    }

    /**
     * Takes in what a look found, and says how things stand then; empty where the run has another owner by now.
     *
     * @param before how things stood before the look
     */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    Optional<Present> observed(
            Run.Held held, Present before, Optional<Stage> stage, Optional<Observation.LogLines> log) {
        int attempt = before.attempt().number();
        return locked(held, attempt)
                .filter(run -> run.state() == RunState.RUNNING)
                .map(run -> {
                    stage.ifPresent(now -> attempts.stage(run.id(), attempt, now, run.readAt()));
                    List<RunnerLine.Result> parts = log.filter(
                                    lines -> !lines.lines().isEmpty())
                            .map(lines -> intake.take(run, before.parts(), lines))
                            .orElse(before.parts());
                    Run now = runs.read(held).orElseThrow();
                    return present(now, attempts.load(now.id(), attempt).orElseThrow(), parts);
                });
    }

    /** The runner lives and can be seen: whatever the run waited for is over. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void goesOn(Run.Held held) {
        runs.lock(held).filter(run -> run.reason() != null).ifPresent(run -> runs.waits(run, null, null));
    }

    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void stopSent(Run.Held held, int attempt) {
        locked(held, attempt).ifPresent(run -> attempts.stopSent(run.id(), attempt, run.readAt()));
    }

    /** The run can't go on just now, and says why. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void waits(Run.Held held, String reason, String detail) {
        runs.lock(held).filter(run -> !reason.equals(run.reason())).ifPresent(run -> {
            LOG.warnf(
                    "Run can't go on, it is tried again: run=%s mailbox=%s reason=%s detail=%s",
                    run.id(), run.mailbox(), reason, detail);
            runs.waits(run, reason, detail);
        });
    }

    /** The runner was given up before any stage of it began, and is gone: the run waits in the queue for another place. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void neverBegan(Run.Held held, int attempt, String reason, String detail, Duration pause) {
        locked(held, attempt).ifPresent(run -> {
            String told = detail == null ? reason : reason + ": " + detail;
            attempts.ended(
                    run.id(), attempt, ExitReason.CANCELLED, Texts.bounded("never began, " + told), run.readAt());
            attempts.removed(run.id(), attempt, run.readAt());
            runs.neverBegan(run, reason, detail, pause);
            audit.append(
                    "run-orchestrator", "run.never-began", run.id().toString(), reason, Map.of("attempt", attempt));
            LOG.infof(
                    "Runner given up before it began, the run waits: run=%s mailbox=%s attempt=%d reason=%s pause=%s",
                    run.id(), run.mailbox(), attempt, reason, pause);
            changed.fire(new RunsChanged(run.id()));
        });
    }

    /** The attempt is over, its runner gone, and the run goes back into the queue, to be taken from it after the pause. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean attemptLost(Run.Held held, int attempt, RunReport report, Duration pause) {
        Optional<Run> locked = locked(held, attempt);
        locked.ifPresent(run -> {
            attempts.ended(run.id(), attempt, report.exitReason(), report.detail(), run.readAt());
            attempts.removed(run.id(), attempt, run.readAt());
            logs.dropParts(run.id(), attempt);
            runs.baseCommit(run, report.baseCommit());
            runs.session(run, report.session());
            runs.attemptLost(run, report.exitReason().wire(), report.usage(), pause);
            audit.append(
                    "run-orchestrator",
                    "run.attempt-lost",
                    run.id().toString(),
                    report.exitReason().wire(),
                    Map.of("attempt", attempt));
            LOG.infof(
                    "Attempt lost, another one follows: run=%s mailbox=%s attempt=%d reason=%s detail=%s pause=%s",
                    run.id(), run.mailbox(), attempt, report.exitReason().wire(), report.detail(), pause);
            changed.fire(new RunsChanged(run.id()));
        });
        return reported(held, attempt, report, locked);
    }

    /** The run's end, reported once session-store knows what became of the session. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean ended(Run.Held held, int attempt, RunChange change, RunReport report) {
        Optional<Run> locked = locked(held, attempt);
        locked.ifPresent(run -> {
            attempts.ended(run.id(), attempt, report.exitReason(), report.detail(), report.endedAt());
            logs.dropParts(run.id(), attempt);
            ends.end(run, change, report);
        });
        return reported(held, attempt, report, locked);
    }

    /** A late result is recorded and changes nothing. */
    private boolean reported(Run.Held held, int attempt, RunReport report, Optional<Run> locked) {
        if (locked.isEmpty()) {
            audit.append(
                    node.instance(),
                    "run.late-result",
                    held.run().toString(),
                    "ignored",
                    Map.of(
                            "attempt", attempt,
                            "generation", held.generation(),
                            "exitReason", report.exitReason().wire()));
            LOG.infof(
                    "Late result, it changes nothing: run=%s attempt=%d generation=%d reason=%s",
                    held.run(), attempt, held.generation(), report.exitReason().wire());
        }
        return locked.isPresent();
    }

    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void removed(UUID run, int attempt) {
        attempts.removedNow(run, attempt);
    }

    @Transactional
    List<Attempt> toRemove(int skipped, int most) {
        return attempts.toRemove(node.name(), skipped, most);
    }

    /** Those of these attempts that have not ended, or whose runner has not been removed. */
    @Transactional
    Set<RunnerLauncher.AttemptKey> present(Collection<RunnerLauncher.AttemptKey> asked) {
        return attempts
                .present(asked.stream().map(RunnerLauncher.AttemptKey::run).toList())
                .stream()
                .map(attempt -> new RunnerLauncher.AttemptKey(attempt.run(), attempt.number()))
                .collect(Collectors.toSet());
    }

    private Optional<Run> locked(Run.Held held, int attempt) {
        return runs.lock(held).filter(run -> run.attempt() == attempt);
    }
}

package dev.alfred.orchestrator.run.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Cancel;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.model.RunTransitions;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/**
 * Runs, loaded under a row lock and changed in the same transaction. Every change of state goes through
 * {@link RunTransitions}; every write of an owner begins with {@link #lock(Run.Held)}, where nothing found is a normal
 * answer: the run has another owner by now.
 */
@ApplicationScoped
public class RunRepository implements PanacheRepositoryBase<RunRow, UUID> {
    private static final int DETAIL_BYTES = 4096;

    private final EntityManager em;
    private final RunRequests requests;
    private final DatabaseClock clock;

    RunRepository(EntityManager em, RunRequests requests, DatabaseClock clock) {
        this.em = em;
        this.requests = requests;
        this.clock = clock;
    }

    public Optional<Run> load(UUID run) {
        return findByIdOptional(run).map(this::toRun);
    }

    public Optional<Run> lock(UUID run) {
        return findByIdOptional(run, LockModeType.PESSIMISTIC_WRITE).map(this::toRun);
    }

    /** Looked up by its key: a question for what has an owner would be answered by a look at all that have one. */
    public Optional<Run> lock(Run.Held held) {
        return heldBy(held, findByIdOptional(held.run(), LockModeType.PESSIMISTIC_WRITE));
    }

    /** As it stands now, for an owner that will lock it before it writes; the run is nobody's more for that. */
    public Optional<Run> read(Run.Held held) {
        return heldBy(held, findByIdOptional(held.run()));
    }

    private Optional<Run> heldBy(Run.Held held, Optional<RunRow> found) {
        return found.filter(row -> row.generation == held.generation() && row.owner != null)
                .map(this::toRun);
    }

    /** Stores a new run; the request's id is the run's. */
    public void enqueue(RunRequested request, String traceparent, Instant now) {
        RunRow row = new RunRow();
        row.id = request.run();
        row.mailbox = request.mailbox().value();
        row.mailboxKind = request.kind().wire();
        row.project = request.project().id();
        row.organization = request.project().organization();
        row.branch = request.branch().name();
        row.phase = request.phase().wire();
        row.priority = (short) request.phase().priority();
        row.adapter = request.settings().adapter().wire();
        row.pool = request.settings().runnerPool();
        row.maxConcurrentRuns = request.settings().maxConcurrentRuns();
        row.requestedBy = RunRows.storable(request.requestedBy());
        row.requestedAt = request.requestedAt();
        row.queuedAt = now;
        row.notBefore = clock.now();
        row.traceParent = traceparent;
        row.state = RunState.QUEUED.wire();
        persist(row);
        em.flush();
        RunRequestRow body = new RunRequestRow();
        body.run = request.run();
        body.request = RunRows.write(RunRows.withoutPrompts(request));
        em.persist(body);
        RunPromptsRow prompts = new RunPromptsRow();
        prompts.run = request.run();
        prompts.prompts = RunRows.write(request.prompts());
        em.persist(prompts);
    }

    /** The prompts, which a loaded run leaves out. */
    public RunPrompts prompts(Run run) {
        return RunRows.read(em.find(RunPromptsRow.class, run.id()).prompts, RunPrompts.class);
    }

    /** Puts a cancel on record for the run's owner, or for the next one. */
    public void cancelRequested(Run run, Cancel cancel) {
        RunRow row = row(run);
        row.cancelRequestedBy = RunRows.storable(cancel.requestedBy());
        row.cancelWhy = RunRows.storable(cancel.why());
        row.cancelRequestedAt = cancel.requestedAt();
        row.notBefore = clock.now();
    }

    /**
     * Gives the run back to the queue, to be tried again after the pause.
     *
     * @param detail for people, or null
     */
    public RunState defer(Run run, RunChange change, String reason, String detail, Duration pause) {
        return giveBack(row(run), change, reason, detail, pause);
    }

    private RunState giveBack(RunRow row, RunChange change, String reason, String detail, Duration pause) {
        row.reason = reason;
        row.detail = RunRows.storable(Texts.bounded(detail, DETAIL_BYTES));
        row.notBefore = clock.now().plus(pause);
        release(row);
        return move(row, change);
    }

    /** Makes the attempt the run's present one. */
    public void prepared(Run run, Attempt attempt) {
        RunRow row = row(run);
        row.attempt = attempt.number();
        row.runner = attempt.kind().wire();
        row.image = attempt.image();
        row.provider = attempt.provider();
        row.model = attempt.model();
        row.cliVersion = attempt.cliVersion();
    }

    /** @param node the machine that alone can look after what is launched, or null */
    public RunState launchBegun(Run run, RunSession session, String node) {
        RunRow row = row(run);
        row.node = node;
        row.reason = null;
        row.detail = null;
        session(row, session);
        return move(row, RunChange.LAUNCH_BEGUN);
    }

    public RunState launched(Run run, Instant at) {
        RunRow row = row(run);
        row.launches++;
        row.reason = null;
        row.detail = null;
        if (row.startedAt == null) {
            row.startedAt = at;
        }
        return move(row, RunChange.LAUNCHED);
    }

    public void session(Run run, RunSession session) {
        session(row(run), session);
    }

    public void baseCommit(Run run, String commit) {
        RunRow row = row(run);
        if (row.baseCommit == null) {
            row.baseCommit = commit;
        }
    }

    /** Why a run that has begun can't go on just now, and what is to be said of it; null when it goes on. */
    public void waits(Run run, String reason, String detail) {
        RunRow row = row(run);
        row.reason = reason;
        row.detail = RunRows.storable(Texts.bounded(detail, DETAIL_BYTES));
    }

    /** The attempt is over before it began, and the run waits for its next launch. */
    public RunState neverBegan(Run run, String reason, String detail, Duration pause) {
        RunRow row = row(run);
        row.launches--;
        row.node = null;
        return giveBack(row, RunChange.NEVER_BEGAN, reason, detail, pause);
    }

    /** The attempt is over and another one is due after the pause; the usage is that of all attempts so far. */
    public RunState attemptLost(Run run, String reason, Usage used, Duration pause) {
        RunRow row = row(run);
        row.reason = reason;
        row.notBefore = clock.now().plus(pause);
        row.node = null;
        used(row, used);
        release(row);
        return move(row, RunChange.ATTEMPT_LOST);
    }

    public RunState end(Run run, RunChange change, RunReport report) {
        RunRow row = row(run);
        session(row, report.session());
        row.exitReason = report.exitReason().wire();
        row.detail = RunRows.storable(report.detail());
        row.baseCommit = report.baseCommit();
        row.commitId = report.commit();
        row.commits = report.commits();
        row.pushed = report.pushed();
        row.result = report.result() == null ? null : RunRows.write(report.result());
        row.promptForm =
                report.promptForm() == null ? null : report.promptForm().wire();
        row.promptSeen = report.promptSeen();
        row.cliVersion = report.cliVersion();
        used(row, report.usage());
        row.reason = null;
        row.endedAt = report.endedAt();
        release(row);
        return move(row, change);
    }

    private static RunState move(RunRow row, RunChange change) {
        RunState next = RunTransitions.next(Wire.of(RunState.class, row.state), change);
        row.state = next.wire();
        return next;
    }

    private static void release(RunRow row) {
        row.owner = null;
        row.leaseUntil = null;
    }

    private static void session(RunRow row, RunSession session) {
        if (session == null) {
            return;
        }
        row.sessionName = session.name();
        row.sessionNativeId = RunRows.storable(session.nativeId());
        row.sessionMode = session.mode() == null ? null : session.mode().wire();
        row.sessionReason = session.reason();
    }

    private static void used(RunRow row, Usage used) {
        row.inputTokens = used.inputTokens();
        row.cachedInputTokens = used.cachedInputTokens();
        row.outputTokens = used.outputTokens();
        row.costUsd = used.costUsd();
    }

    private RunRow row(Run run) {
        return findById(run.id());
    }

    private Run toRun(RunRow row) {
        return RunRows.run(row, requests.of(row.id));
    }
}

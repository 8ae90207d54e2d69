package dev.alfred.orchestrator.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.Inbox;
import dev.alfred.messaging.UnprocessableMessage;
import dev.alfred.orchestrator.audit.AuditTrail;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.run.model.Cancel;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.model.RunRequestDecider;
import dev.alfred.orchestrator.run.model.RunRequestDecision;
import dev.alfred.orchestrator.run.store.CancelTombstones;
import dev.alfred.orchestrator.run.store.RunRepository;
import org.jboss.logging.Logger;

/** Takes requests and cancels in, each in one transaction with its inbox row. */
@ApplicationScoped
public class RunRequestHandler {
    private static final Logger LOG = Logger.getLogger(RunRequestHandler.class);

    private static final String UNKNOWN_POOL = "unknown_pool";

    private final Inbox inbox;
    private final RunRepository runs;
    private final CancelTombstones tombstones;
    private final RunEndHandler ends;
    private final RunnerPools pools;
    private final AuditTrail audit;
    private final Event<RunsChanged> changed;

    RunRequestHandler(
            Inbox inbox,
            RunRepository runs,
            CancelTombstones tombstones,
            RunEndHandler ends,
            RunnerPools pools,
            AuditTrail audit,
            Event<RunsChanged> changed) {
        this.inbox = inbox;
        this.runs = runs;
        this.tombstones = tombstones;
        this.ends = ends;
        this.pools = pools;
        this.audit = audit;
        this.changed = changed;
    }

    @Transactional
    public void handle(Envelope<Object> message) {
        if (!inbox.firstTime(RunRequestConsumer.NAME, message.id())) {
            return;
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        switch (message.payload()) {
            case RunRequested request -> requested(request, message.trace().traceparent(), now);
            case RunCancelRequested cancel -> cancelRequested(cancel, now);
            case Object other -> throw new UnprocessableMessage(message.type() + " has no place on this topic");
        }
    }

    /** A cancel that an operator asked for over REST; the decision that was taken. */
    @Transactional
    public RunRequestDecision cancel(RunCancelRequested cancel) {
        RunRequestDecision decision = cancelRequested(cancel, Instant.now().truncatedTo(ChronoUnit.MICROS));
        audit.append(cancel.requestedBy(), "run.cancel", cancel.run().toString(), name(decision), Map.of());
        return decision;
    }

    private void requested(RunRequested request, String traceparent, Instant now) {
        RunRequestDecision decision =
                RunRequestDecider.requested(known(runs.lock(request.run())), tombstones.take(request.run()));
        switch (decision) {
            case RunRequestDecision.Enqueue() -> enqueue(request, traceparent, now);
            case RunRequestDecision.EnqueueCancelled(Cancel cancel) -> {
                runs.enqueue(request, traceparent, now);
                Run run = runs.lock(request.run()).orElseThrow();
                runs.cancelRequested(run, cancel);
                cancelNow(run, cancel, now);
            }
            case RunRequestDecision.Ignore(String reason) ->
                LOG.debugf("Nothing to do: run=%s reason=%s", request.run(), reason);
            case RunRequestDecision.CancelNow() -> throw noAnswer(decision);
            case RunRequestDecision.CancelByOwner() -> throw noAnswer(decision);
            case RunRequestDecision.KeepTombstone() -> throw noAnswer(decision);
        }
        LOG.infof(
                "Run request taken in: run=%s mailbox=%s phase=%s adapter=%s decision=%s",
                request.run(),
                request.mailbox(),
                request.phase().wire(),
                request.settings().adapter().wire(),
                name(decision));
        changed.fire(new RunsChanged(request.run()));
    }

    private void enqueue(RunRequested request, String traceparent, Instant now) {
        runs.enqueue(request, traceparent, now);
        if (pools.named(request.settings().runnerPool()).isEmpty()) {
            runs.waits(runs.lock(request.run()).orElseThrow(), UNKNOWN_POOL, null);
        }
    }

    private RunRequestDecision cancelRequested(RunCancelRequested request, Instant now) {
        Cancel cancel = new Cancel(request.requestedBy(), request.why(), request.requestedAt());
        Optional<Run> run = runs.lock(request.run());
        RunRequestDecision decision = RunRequestDecider.cancelRequested(known(run));
        switch (decision) {
            case RunRequestDecision.KeepTombstone() -> tombstones.keep(request);
            case RunRequestDecision.CancelNow() -> {
                runs.cancelRequested(run.orElseThrow(), cancel);
                cancelNow(run.orElseThrow(), cancel, now);
            }
            case RunRequestDecision.CancelByOwner() -> runs.cancelRequested(run.orElseThrow(), cancel);
            case RunRequestDecision.Ignore(String reason) ->
                LOG.debugf("Nothing to do: run=%s reason=%s", request.run(), reason);
            case RunRequestDecision.Enqueue() -> throw noAnswer(decision);
            case RunRequestDecision.EnqueueCancelled(Cancel ignored) -> throw noAnswer(decision);
        }
        LOG.infof("Cancel taken in: run=%s mailbox=%s decision=%s", request.run(), request.mailbox(), name(decision));
        changed.fire(new RunsChanged(request.run()));
        return decision;
    }

    private void cancelNow(Run run, Cancel cancel, Instant now) {
        ends.end(
                run,
                RunChange.CANCELLED,
                RunMessages.withoutLaunch(run, run.session(), ExitReason.CANCELLED, cancel.why(), now));
    }

    private static Optional<RunRequestDecider.Known> known(Optional<Run> run) {
        return run.map(known -> new RunRequestDecider.Known(
                known.state(), known.attempt() > 0, known.cancel().isPresent()));
    }

    private static IllegalStateException noAnswer(RunRequestDecision decision) {
        return new IllegalStateException(decision + " is no answer to this message");
    }

    private static String name(RunRequestDecision decision) {
        return switch (decision) {
            case RunRequestDecision.Enqueue() -> "enqueue";
            case RunRequestDecision.EnqueueCancelled(Cancel ignored) -> "enqueue_cancelled";
            case RunRequestDecision.CancelNow() -> "cancelled";
            case RunRequestDecision.CancelByOwner() -> "cancelling";
            case RunRequestDecision.KeepTombstone() -> "kept_for_its_request";
            case RunRequestDecision.Ignore(String reason) -> reason;
        };
    }
}

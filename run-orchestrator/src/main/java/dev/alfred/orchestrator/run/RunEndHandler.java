package dev.alfred.orchestrator.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.messaging.Outbox;
import dev.alfred.orchestrator.audit.AuditTrail;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunRepository;
import org.jboss.logging.Logger;

/** Brings a locked run to its end: state, event and audit in the caller's transaction. */
@ApplicationScoped
public class RunEndHandler {
    private static final Logger LOG = Logger.getLogger(RunEndHandler.class);

    private final RunRepository runs;
    private final Outbox outbox;
    private final AuditTrail audit;
    private final Event<RunEnded> ended;
    private final Event<RunsChanged> changed;

    RunEndHandler(
            RunRepository runs, Outbox outbox, AuditTrail audit, Event<RunEnded> ended, Event<RunsChanged> changed) {
        this.runs = runs;
        this.outbox = outbox;
        this.audit = audit;
        this.ended = ended;
        this.changed = changed;
    }

    @Transactional(TxType.MANDATORY)
    public RunState end(Run run, RunChange change, RunReport report) {
        RunState end = runs.end(run, change, report);
        outbox.appendAll(List.of(RunMessages.outgoing(run, RunMessages.ended(end, report))));
        audit.append("run-orchestrator", "run.end", run.id().toString(), end.wire(), details(report));
        Duration lasted =
                report.startedAt() == null ? Duration.ZERO : Duration.between(report.startedAt(), report.endedAt());
        ended.fire(new RunEnded(end, report, lasted));
        changed.fire(new RunsChanged(run.id()));
        LOG.infof(
                "Run ended: run=%s mailbox=%s phase=%s adapter=%s attempt=%d state=%s reason=%s session=%s",
                run.id(),
                run.mailbox(),
                report.phase().wire(),
                report.adapter().wire(),
                report.attempt(),
                end.wire(),
                report.exitReason().wire(),
                report.session() == null || report.session().mode() == null
                        ? "undecided"
                        : report.session().mode().wire());
        return end;
    }

    private static Map<String, Object> details(RunReport report) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("mailbox", report.mailbox().value());
        details.put("attempt", report.attempt());
        details.put("exitReason", report.exitReason().wire());
        if (report.session() != null) {
            details.put("session", report.session());
        }
        if (report.commit() != null) {
            details.put("commit", report.commit());
        }
        return details;
    }
}

package dev.alfred.mailbox.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.mailbox.ImmediateDecisionHandler.Decided;
import dev.alfred.mailbox.mailbox.store.MailboxRunRepository;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.Inbox;
import org.jboss.logging.Logger;

/** Decides at once what a run's progress or end means for its mailbox. */
@ApplicationScoped
public class RunEventHandler {
    private static final Logger LOG = Logger.getLogger(RunEventHandler.class);

    private final Inbox inbox;
    private final MailboxRunRepository runs;
    private final ImmediateDecisionHandler decisions;
    private final AuditTrail audit;

    RunEventHandler(Inbox inbox, MailboxRunRepository runs, ImmediateDecisionHandler decisions, AuditTrail audit) {
        this.inbox = inbox;
        this.runs = runs;
        this.decisions = decisions;
        this.audit = audit;
    }

    @Transactional
    public void handle(Envelope<RunEvent> message) {
        if (!inbox.firstTime(RunEventConsumer.NAME, message.id())) {
            return;
        }
        RunEvent event = message.payload();
        runs.happened(event);
        decisions
                .told(
                        event.mailbox(),
                        new Input.RunHappened(event),
                        "run-orchestrator",
                        event.run(),
                        MailboxMessages.occurredAt(event, message.time()))
                .ifPresentOrElse(decided -> audit(event, decided), () -> unknown(event));
    }

    private void audit(RunEvent event, Decided decided) {
        if (event instanceof RunEvent.Ended ended) {
            audit.record(
                    "run-orchestrator",
                    "run.ended",
                    "run:" + event.run(),
                    ended.report().exitReason().wire(),
                    decided.outcome().wire() + ": " + decided.reason());
        }
    }

    private static void unknown(RunEvent event) {
        LOG.warnf(
                "A run of an unknown mailbox was told of and passed over: mailbox=%s run=%s",
                event.mailbox(), event.run());
    }
}

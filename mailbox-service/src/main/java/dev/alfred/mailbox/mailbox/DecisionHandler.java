package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.MomentPlanner;
import dev.alfred.mailbox.mailbox.model.MomentPlanner.Moment;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.CommentReader;
import dev.alfred.mailbox.phase.model.Decision;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;

/** Decides what is decidable of one mailbox, in order, in one transaction. */
@ApplicationScoped
public class DecisionHandler {
    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final DecisionScopes scopes;
    private final Decisions decisions;
    private final StatusShower status;
    private final AuditTrail audit;

    DecisionHandler(
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            DecisionScopes scopes,
            Decisions decisions,
            StatusShower status,
            AuditTrail audit) {
        this.mailboxes = mailboxes;
        this.events = events;
        this.scopes = scopes;
        this.decisions = decisions;
        this.status = status;
        this.audit = audit;
    }

    /** Does nothing where another worker has the mailbox: it comes by again. */
    @Transactional
    public void decide(MailboxKey key) {
        mailboxes.lockIfFree(key).ifPresent(mailbox -> decide(mailbox, scopes.of(mailbox.project())));
    }

    private void decide(MailboxState before, DecisionScope scope) {
        Moment moment = moment(before, scope);
        MailboxState mailbox = before;
        UUID cause = null;
        for (MailboxEventRecord event : moment.events()) {
            Decision decision = decisions.decide(mailbox, event.id(), event.input(), event.facts(), scope);
            events.decided(event.id(), decision, Decisions.startedRun(decision), Instant.now());
            audit(event, decision, scope);
            mailbox = decision.next();
            cause = event.id();
        }
        if (moment.ended() && mailbox.mayStart()) {
            cause = mailbox.due().getFirst().asks().getLast().cause();
            mailbox = decisions.settle(mailbox, scope).next();
        }
        if (cause != null) {
            status.show(mailbox, cause, scope);
        }
    }

    private Moment moment(MailboxState mailbox, DecisionScope scope) {
        var undecided = events.undecided(mailbox.key());
        Instant now = Instant.now();
        return mailbox.standing().active()
                ? MomentPlanner.whileActive(undecided, now)
                : MomentPlanner.whenIdle(undecided, now, scope.settings().coalesce());
    }

    /** Commands given in comments are told apart from what only happened. */
    private void audit(MailboxEventRecord event, Decision decision, DecisionScope scope) {
        if (event.input() instanceof Input.IssueHappened(var happened)
                && happened instanceof IssueEvent.Commented(var context, var issue, var comment)) {
            CommentReader.read(comment.body(), scope.bot().login())
                    .commands()
                    .forEach(command -> audit.record(
                            context.actor().login(),
                            "command." + command.word(),
                            "mailbox:" + event.mailbox(),
                            decision.outcome().wire(),
                            decision.reason()));
        }
    }
}

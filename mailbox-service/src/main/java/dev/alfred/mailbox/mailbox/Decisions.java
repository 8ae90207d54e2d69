package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.mailbox.MailboxServiceConfig;
import dev.alfred.mailbox.branch.BranchNamer;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.Circumstances;
import dev.alfred.mailbox.phase.model.Decision;
import dev.alfred.mailbox.phase.model.Effect;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Outcome;
import dev.alfred.mailbox.phase.model.PhaseDecider;
import dev.alfred.mailbox.phase.model.Standing;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.messaging.UuidV7;
import org.jboss.logging.Logger;

/** Lets the decider decide one input on a locked mailbox and carries the decision out, within the handler's transaction. */
@ApplicationScoped
public class Decisions {
    private static final Logger LOG = Logger.getLogger(Decisions.class);

    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final EffectRunner effects;
    private final MailboxMetrics metrics;
    private final MailboxServiceConfig config;
    private final Event<MailboxesChanged> changed;

    Decisions(
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            EffectRunner effects,
            MailboxMetrics metrics,
            MailboxServiceConfig config,
            Event<MailboxesChanged> changed) {
        this.mailboxes = mailboxes;
        this.events = events;
        this.effects = effects;
        this.metrics = metrics;
        this.config = config;
        this.changed = changed;
    }

    /** Decides and carries out; what becomes of the event's own row is the caller's. */
    @Transactional(TxType.MANDATORY)
    Decision decide(MailboxState before, UUID event, Input input, Facts facts, DecisionScope scope) {
        Instant now = Instant.now();
        Decision decided = PhaseDecider.decide(before, input, facts, circumstances(before, event, scope, now));
        MailboxState next =
                decided.next().equals(before) ? before : decided.next().revised();
        Decision decision = new Decision(next, decided.effects(), decided.outcome(), decided.reason());
        if (next.revision() != before.revision()) {
            mailboxes.save(next, now);
        }
        for (Effect effect : decision.effects()) {
            effects.run(next, effect, event, scope, now);
        }
        releaseKept(before, next, now);
        tell(next, EventKind.of(input), decision);
        return decision;
    }

    /** Starts what is due, if anything may start. Told as an event of its own, since it is a decision of its own. */
    @Transactional(TxType.MANDATORY)
    Decision settle(MailboxState before, DecisionScope scope) {
        UUID id = UuidV7.next();
        Decision decision = decide(before, id, new Input.MomentEnded(), Facts.NONE, scope);
        if (decision.outcome() != Outcome.IGNORE) {
            Instant now = Instant.now();
            events.addDecided(
                    new NewMailboxEvent(
                            id,
                            before.key(),
                            before.project(),
                            scope.project().connection(),
                            null,
                            null,
                            null,
                            new Input.MomentEnded(),
                            Set.of(),
                            now,
                            now,
                            now),
                    decision.outcome(),
                    decision.reason(),
                    startedRun(decision));
        }
        return decision;
    }

    /** The run that a decision leads to, or null. */
    static UUID startedRun(Decision decision) {
        if (decision.next().standing() instanceof Standing.Freezing(UUID reserved, var before)) {
            return reserved;
        }
        return decision.effects().stream()
                .filter(Effect.RequestRun.class::isInstance)
                .map(effect -> ((Effect.RequestRun) effect).run())
                .findFirst()
                .orElse(null);
    }

    private Circumstances circumstances(MailboxState mailbox, UUID event, DecisionScope scope, Instant now) {
        boolean naming = mailbox.standing() instanceof Standing.Freezing;
        Project project = scope.project();
        return new Circumstances(
                scope.settings(),
                scope.bot(),
                now,
                event,
                UuidV7.next(),
                naming ? BranchNamer.name(mailbox.issue().iid(), mailbox.issue().title()) : null,
                naming ? mailboxes.branchesBeside(mailbox) : Set.of(),
                scope.settings().baseBranch().orElse(project.defaultBranch()),
                Project.EMPTY_REPOSITORY.equals(project.blocked()));
    }

    /** What had to wait for the end of what was under way waits no longer. */
    private void releaseKept(MailboxState before, MailboxState next, Instant now) {
        boolean ended = before.standing().active() && !next.standing().active();
        boolean idle = !next.standing().active() && next.due().isEmpty();
        if (ended || (idle && !before.due().isEmpty())) {
            events.release(next.key(), now, now.minus(config.facts().maxAge()));
            changed.fire(new MailboxesChanged(now));
        }
    }

    private void tell(MailboxState mailbox, EventKind kind, Decision decision) {
        metrics.decided(kind, decision.outcome());
        LOG.infof(
                "Decided: mailbox=%s event=%s decision=%s reason=%s status=%s",
                mailbox.key(),
                kind.wire(),
                decision.outcome().wire(),
                decision.reason(),
                mailbox.standing().status().wire());
    }
}

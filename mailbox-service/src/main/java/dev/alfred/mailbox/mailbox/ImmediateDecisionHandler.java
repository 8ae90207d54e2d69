package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.Decision;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.Outcome;
import dev.alfred.messaging.UuidV7;

/** Decides inputs that need no facts at once, in the transaction that they came in. */
@ApplicationScoped
public class ImmediateDecisionHandler {
    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final DecisionScopes scopes;
    private final Decisions decisions;
    private final StatusShower status;
    private final Event<MailboxesChanged> changed;

    ImmediateDecisionHandler(
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            DecisionScopes scopes,
            Decisions decisions,
            StatusShower status,
            Event<MailboxesChanged> changed) {
        this.mailboxes = mailboxes;
        this.events = events;
        this.scopes = scopes;
        this.decisions = decisions;
        this.status = status;
        this.changed = changed;
    }

    /**
     * What came of an input.
     *
     * @param run the run that it is about or leads to, or null
     */
    public record Decided(Outcome outcome, String reason, UUID run) {}

    /** An input that tells what happened; what it makes due starts when the moment is over. */
    @Transactional(TxType.MANDATORY)
    public Optional<Decided> told(MailboxKey key, Input input, String actor, UUID run, Instant occurredAt) {
        return mailboxes.lock(key).map(mailbox -> {
            DecisionScope scope = scopes.of(mailbox.project());
            NewMailboxEvent event = event(key, mailbox.project(), scope, input, actor, null, occurredAt);
            Decision decision = decisions.decide(mailbox, event.id(), input, Facts.NONE, scope);
            events.addDecided(event, decision.outcome(), decision.reason(), run);
            status.show(decision.next(), event.id(), scope);
            changed.fire(new MailboxesChanged(Instant.now()));
            return new Decided(decision.outcome(), decision.reason(), run);
        });
    }

    /**
     * An input by somebody who waits for the answer: what it makes due starts at once, and it is never kept.
     *
     * @param subject the same subject again gets the same answer; null where there is none
     */
    @Transactional(TxType.MANDATORY)
    public Optional<Decided> asked(MailboxKey key, Input input, String actor, String subject) {
        return mailboxes.lock(key).map(mailbox -> {
            Optional<Decided> before = subject == null
                    ? Optional.empty()
                    : events.about(key, subject)
                            .map(event -> new Decided(outcome(event.outcome()), event.reason(), event.run()));
            if (before.isPresent()) {
                return before.get();
            }
            DecisionScope scope = scopes.of(mailbox.project());
            NewMailboxEvent event = event(key, mailbox.project(), scope, input, actor, subject, Instant.now());
            Decision decision = decisions.decide(mailbox, event.id(), input, Facts.NONE, scope);
            Outcome outcome = decision.outcome() == Outcome.KEEP ? Outcome.IGNORE : decision.outcome();
            events.addDecided(event, outcome, decision.reason(), null);
            Decided decided = new Decided(outcome, decision.reason(), null);
            Decision last = decision;
            if (outcome == Outcome.START) {
                last = decisions.settle(decision.next(), scope);
                decided = last.outcome() == Outcome.IGNORE
                        ? decided
                        : new Decided(last.outcome(), last.reason(), Decisions.startedRun(last));
                events.ledTo(Set.of(event.id()), decided.run());
            }
            status.show(last.next(), event.id(), scope);
            changed.fire(new MailboxesChanged(Instant.now()));
            return decided;
        });
    }

    private static Outcome outcome(String wire) {
        return Wire.of(Outcome.class, wire);
    }

    private static NewMailboxEvent event(
            MailboxKey key,
            UUID project,
            DecisionScope scope,
            Input input,
            String actor,
            String subject,
            Instant occurredAt) {
        Instant now = Instant.now();
        return new NewMailboxEvent(
                UuidV7.next(),
                key,
                project,
                scope.project().connection(),
                null,
                subject,
                actor,
                input,
                Set.of(),
                occurredAt,
                now,
                now);
    }
}

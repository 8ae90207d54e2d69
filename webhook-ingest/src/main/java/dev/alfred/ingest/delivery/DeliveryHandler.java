package dev.alfred.ingest.delivery;

import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.ingest.delivery.model.Decision;
import dev.alfred.ingest.delivery.model.DeliveryDecider;
import dev.alfred.ingest.delivery.model.Incoming;
import dev.alfred.ingest.delivery.model.Outcome;
import dev.alfred.ingest.delivery.model.Prior;
import dev.alfred.ingest.delivery.model.Stored;
import dev.alfred.ingest.delivery.store.DeliveryRepository;

/** Stores a genuine webhook and its events in one transaction; once it returns, neither can be lost. */
@ApplicationScoped
class DeliveryHandler {
    private final DeliveryRepository deliveries;
    private final IssueMessages messages;

    DeliveryHandler(DeliveryRepository deliveries, IssueMessages messages) {
        this.deliveries = deliveries;
        this.messages = messages;
    }

    @Transactional
    public Stored store(Incoming incoming) {
        Optional<Stored> stored = Optional.empty();
        // The insert fails only when another delivery of this key has committed in between; that one is then seen.
        while (stored.isEmpty()) {
            Optional<Prior> prior = incoming.replayOf() == null
                    ? deliveries.holder(incoming.arrival().connection(), incoming.key())
                    : Optional.empty();
            stored = apply(incoming, DeliveryDecider.decide(incoming.reading(), incoming.allowed(), prior), prior);
        }
        return stored.get();
    }

    private Optional<Stored> apply(Incoming incoming, Decision decision, Optional<Prior> prior) {
        return switch (decision) {
            case Decision.Duplicate duplicate -> {
                deliveries.countDuplicate(duplicate.first());
                yield Optional.of(new Stored(duplicate.first(), Outcome.DUPLICATE, null));
            }
            case Decision.Accept accept -> insert(incoming, prior, Outcome.ACCEPTED, null, accept.events());
            case Decision.Ignore ignore ->
                insert(incoming, prior, Outcome.IGNORED, ignore.reason().wire(), List.of());
        };
    }

    private Optional<Stored> insert(
            Incoming incoming, Optional<Prior> prior, Outcome outcome, String reason, List<IssueEvent> events) {
        prior.ifPresent(replaced -> deliveries.release(replaced.id()));
        if (!deliveries.insert(incoming, outcome, reason, IssueMessages.json(events))) {
            return Optional.empty();
        }
        messages.tell(events);
        return Optional.of(new Stored(incoming.arrival().delivery(), outcome, reason));
    }
}

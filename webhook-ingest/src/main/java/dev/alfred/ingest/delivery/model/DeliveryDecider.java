package dev.alfred.ingest.delivery.model;

import java.util.Optional;

import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;

/**
 * Decides what is done with a genuine webhook. An earlier delivery makes it a duplicate once its events were told;
 * an ignored one does so only as long as nothing has changed, since people redeliver after they have put things right.
 */
public final class DeliveryDecider {
    private DeliveryDecider() {}

    /**
     * @param allowed whether the connection may speak for the webhook's repository
     * @param prior the earlier delivery with the same key, if there is one
     */
    public static Decision decide(Reading reading, boolean allowed, Optional<Prior> prior) {
        Decision decision = decide(reading, allowed);
        return prior.filter(earlier -> isRepetition(earlier, decision))
                .<Decision>map(earlier -> new Decision.Duplicate(earlier.id()))
                .orElse(decision);
    }

    private static Decision decide(Reading reading, boolean allowed) {
        if (reading.subject().repositoryId() != null && !allowed) {
            return new Decision.Ignore(IgnoreReason.UNKNOWN_PROJECT);
        }
        return switch (reading) {
            case Reading.Understood understood -> new Decision.Accept(understood.events());
            case Reading.Ignored ignored -> new Decision.Ignore(ignored.reason());
        };
    }

    private static boolean isRepetition(Prior earlier, Decision decision) {
        return earlier.outcome() == Outcome.ACCEPTED || !(decision instanceof Decision.Accept);
    }
}

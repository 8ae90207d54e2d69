package dev.alfred.sessions.cleanup.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.ids.MailboxKey;

/**
 * Plans an orphan sweep. A mailbox that is closed or unknown becomes suspect; once it has been so for the grace period,
 * its state goes. One question without an answer, and nothing is removed at all: who can't be asked may know better.
 */
public final class SweepPlanner {
    private SweepPlanner() {}

    /** What a sweep does; each mailbox is in at most one list. */
    public record SweepPlan(List<MailboxKey> suspect, List<MailboxKey> clear, List<Orphan> remove) {
        public SweepPlan {
            suspect = List.copyOf(suspect);
            clear = List.copyOf(clear);
            remove = List.copyOf(remove);
        }

        static final SweepPlan NOTHING = new SweepPlan(List.of(), List.of(), List.of());
    }

    /** A mailbox whose state goes, and the revision at which it was closed, or -1. */
    public record Orphan(MailboxKey mailbox, long revision) {}

    /**
     * @param answers what mailbox-service said of each mailbox that has state
     * @param suspectedSince since when mailboxes are suspect
     */
    public static SweepPlan plan(
            Map<MailboxKey, Liveness> answers, Map<MailboxKey, Instant> suspectedSince, Duration grace, Instant now) {
        if (answers.values().stream().anyMatch(Liveness.Unanswered.class::isInstance)) {
            return SweepPlan.NOTHING;
        }
        List<MailboxKey> suspect = new ArrayList<>();
        List<MailboxKey> clear = new ArrayList<>();
        List<Orphan> remove = new ArrayList<>();
        answers.forEach((mailbox, answer) -> {
            Optional<Instant> since = Optional.ofNullable(suspectedSince.get(mailbox));
            Optional<Long> deadAt = deadAt(answer);
            if (deadAt.isEmpty()) {
                since.ifPresent(ignored -> clear.add(mailbox));
            } else if (since.isEmpty()) {
                suspect.add(mailbox);
            } else if (!since.get().plus(grace).isAfter(now)) {
                remove.add(new Orphan(mailbox, deadAt.get()));
            }
        });
        return new SweepPlan(suspect, clear, remove);
    }

    private static Optional<Long> deadAt(Liveness answer) {
        return switch (answer) {
            case Liveness.Alive alive -> Optional.empty();
            case Liveness.Closed closed -> Optional.of(closed.revision());
            case Liveness.Unknown unknown -> Optional.of(-1L);
            case Liveness.Unanswered unanswered -> Optional.empty();
        };
    }
}

package dev.alfred.sessions.cleanup.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.ids.MailboxKey;

/**
 * Plans a page of an orphan sweep. A mailbox that is closed or unknown becomes suspect; once it has been so for the grace
 * period, it is an orphan. The state of orphans goes when the sweep has had all its answers, and not before.
 */
public final class SweepPlanner {
    private static final int FEW = 10;

    private SweepPlanner() {}

    /** What is noted of a page; each mailbox is in at most one list. */
    public record SweepPlan(List<MailboxKey> suspect, List<MailboxKey> clear, List<Orphan> orphans) {
        public SweepPlan {
            suspect = List.copyOf(suspect);
            clear = List.copyOf(clear);
            orphans = List.copyOf(orphans);
        }
    }

    /** A mailbox whose state goes, and the revision at which it was closed, or -1. */
    public record Orphan(MailboxKey mailbox, long revision) {
        public boolean unknown() {
            return revision < 0;
        }
    }

    /**
     * @param answers what mailbox-service said of each mailbox
     * @param suspectedSince since when mailboxes are suspect
     */
    public static SweepPlan plan(
            Map<MailboxKey, Liveness> answers, Map<MailboxKey, Instant> suspectedSince, Duration grace, Instant now) {
        List<MailboxKey> suspect = new ArrayList<>();
        List<MailboxKey> clear = new ArrayList<>();
        List<Orphan> orphans = new ArrayList<>();
        answers.forEach((mailbox, answer) -> {
            Optional<Instant> since = Optional.ofNullable(suspectedSince.get(mailbox));
            Optional<Long> deadAt = deadAt(answer);
            if (deadAt.isEmpty()) {
                since.ifPresent(ignored -> clear.add(mailbox));
            } else if (since.isEmpty()) {
                suspect.add(mailbox);
            } else if (!since.get().plus(grace).isAfter(now)) {
                orphans.add(new Orphan(mailbox, deadAt.get()));
            }
        });
        return new SweepPlan(suspect, clear, orphans);
    }

    /**
     * Whether mailbox-service may have lost its mailboxes, rather than session-store a few events: a truthful service
     * knows most of those whose state is here, since it tells of each close.
     *
     * @param known mailboxes that it knew in a whole sweep
     * @param unknown mailboxes that it did not know
     */
    public static boolean doubtful(long known, long unknown) {
        return unknown > FEW && unknown > known;
    }

    private static Optional<Long> deadAt(Liveness answer) {
        return switch (answer) {
            case Liveness.Alive alive -> Optional.empty();
            case Liveness.Closed closed -> Optional.of(closed.revision());
            case Liveness.Unknown unknown -> Optional.of(-1L);
        };
    }
}

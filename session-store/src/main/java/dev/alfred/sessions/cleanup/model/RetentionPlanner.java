package dev.alfred.sessions.cleanup.model;

import java.time.Duration;
import java.time.Instant;

import dev.alfred.contracts.ids.MailboxKey;

/** Decides whether the rows of a mailbox that ended have been kept for long enough. Those of one that lives stay. */
public final class RetentionPlanner {
    /** No setting is below it. */
    public static final Duration SHORTEST = Duration.ofDays(1);

    private RetentionPlanner() {}

    /** A mailbox, and since when its rows are kept for retention only. */
    public record Ended(MailboxKey mailbox, Instant at) {}

    /** What becomes of a mailbox's rows. */
    public enum Plan {
        REMOVE,
        KEEP,
        /** It lives, so that nothing of it is kept for retention. */
        LIVES
    }

    public static Plan plan(Ended ended, Liveness word, Instant now) {
        return switch (word) {
            case Liveness.Alive alive -> Plan.LIVES;
            case Liveness.Closed closed -> after(ended, closed.retentionDays(), now);
            case Liveness.Unknown unknown -> after(ended, Liveness.RETENTION_DAYS, now);
        };
    }

    private static Plan after(Ended ended, int days, Instant now) {
        return ended.at().plus(Duration.ofDays(days)).isAfter(now) ? Plan.KEEP : Plan.REMOVE;
    }
}

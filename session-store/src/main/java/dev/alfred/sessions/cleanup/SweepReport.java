package dev.alfred.sessions.cleanup;

import java.time.Duration;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.alfred.sessions.cleanup.model.SweepPlanner.SweepPlan;

/**
 * What a sweep saw and did.
 *
 * @param complete whether mailbox-service gave every answer; if not, nothing was removed
 * @param suspected mailboxes that were found closed or unknown for the first time
 * @param cleared mailboxes that were suspect and live
 * @param doubted orphans whose state was kept: mailbox-service knew so few mailboxes that it may have lost its database
 * @param removed states that were removed
 */
public record SweepReport(
        boolean complete, Look records, Look directories, long suspected, long cleared, long doubted, long removed) {
    static final SweepReport NOTHING = new SweepReport(true, Look.NONE, Look.NONE, 0, 0, 0, 0);

    /** How many records, or directories, were looked at, and how long that took. */
    public record Look(
            long items,
            @JsonFormat(shape = JsonFormat.Shape.STRING) Duration took) {
        static final Look NONE = new Look(0, Duration.ZERO);

        Look and(int more) {
            return new Look(items + more, took);
        }

        Look in(Duration time) {
            return new Look(items, time);
        }
    }

    SweepReport and(SweepPlan plan) {
        return new SweepReport(
                complete,
                records,
                directories,
                suspected + plan.suspect().size(),
                cleared + plan.clear().size(),
                doubted,
                removed);
    }

    SweepReport records(Look look) {
        return new SweepReport(complete, look, directories, suspected, cleared, doubted, removed);
    }

    SweepReport directories(Look look) {
        return new SweepReport(complete, records, look, suspected, cleared, doubted, removed);
    }

    SweepReport oneDoubted() {
        return new SweepReport(complete, records, directories, suspected, cleared, doubted + 1, removed);
    }

    SweepReport removed(long states) {
        return new SweepReport(complete, records, directories, suspected, cleared, doubted, states);
    }

    SweepReport incomplete() {
        return new SweepReport(false, records, directories, suspected, cleared, doubted, 0);
    }
}

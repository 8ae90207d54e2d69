package dev.alfred.mailbox.mailbox.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MomentPlannerTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration COALESCE = Duration.ofSeconds(3);

    private static MailboxEventRecord event(long position, EventState state, long occurred, long received) {
        return new MailboxEventRecord(
                new UUID(0, position),
                position,
                new MailboxKey("acme-shop-issue-7"),
                "forge",
                EventKind.COMMENTED,
                null,
                "mia",
                new Input.MomentEnded(),
                state,
                Set.of(),
                Facts.NONE,
                null,
                0,
                null,
                null,
                null,
                null,
                START.plusSeconds(occurred),
                START.plusSeconds(received),
                START.plusSeconds(received).plus(COALESCE),
                null);
    }

    private static List<Long> positions(MomentPlanner.Moment moment) {
        return moment.events().stream().map(MailboxEventRecord::position).toList();
    }

    private static MomentPlanner.Moment idle(long now, MailboxEventRecord... events) {
        return MomentPlanner.whenIdle(List.of(events), START.plusSeconds(now), COALESCE);
    }

    @Test
    void waitsUntilTheMomentIsOver() {
        var moment = idle(2, event(1, EventState.READY, 0, 0));

        assertThat(moment.events()).isEmpty();
        assertThat(moment.ended()).isFalse();
    }

    @Test
    void ordersByWhenItHappenedAndNotByArrival() {
        var moment = idle(3, event(1, EventState.READY, 5, 0), event(2, EventState.READY, 1, 2));

        assertThat(positions(moment)).containsExactly(2L, 1L);
        assertThat(moment.ended()).isTrue();
    }

    @Test
    void waitsForTheFactsOfAllEventsOfTheMoment() {
        var moment = idle(60, event(1, EventState.READY, 0, 0), event(2, EventState.FACTS, 1, 2));

        assertThat(moment.events()).isEmpty();
        assertThat(moment.ended()).isFalse();
    }

    @Test
    void decidesWithoutThoseThatCameLaterAndAreNotKnown() {
        var moment = idle(60, event(1, EventState.READY, 0, 0), event(2, EventState.FACTS, 50, 50));

        assertThat(positions(moment)).containsExactly(1L);
        assertThat(moment.ended()).isFalse();
    }

    @Test
    void leavesWhatIsKept() {
        var moment = idle(60, event(1, EventState.KEPT, 0, 0));

        assertThat(moment.events()).isEmpty();
        assertThat(moment.ended()).isTrue();
    }

    @Test
    void looksAtEachReadyEventWhileSomethingIsUnderWay() {
        var moment = MomentPlanner.whileActive(
                List.of(event(1, EventState.FACTS, 0, 0), event(2, EventState.READY, 1, 1)), START.plusSeconds(9));

        assertThat(positions(moment)).containsExactly(2L);
    }
}

package dev.alfred.sessions.cleanup;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.SweepPlanner;
import dev.alfred.sessions.cleanup.model.SweepPlanner.Orphan;
import dev.alfred.sessions.cleanup.model.SweepPlanner.SweepPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SweepPlannerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration GRACE = Duration.ofDays(1);
    private static final MailboxKey A = new MailboxKey("acme-rocket-issue-1");
    private static final MailboxKey B = new MailboxKey("acme-rocket-issue-2");

    @ParameterizedTest
    @CsvSource({"0, 10, false", "0, 11, true", "11, 11, false", "500, 400, false", "400, 500, true"})
    void doubtsAServiceThatKnowsFewerMailboxesThanItDoesNot(long known, long unknown, boolean doubtful) {
        assertThat(SweepPlanner.doubtful(known, unknown)).isEqualTo(doubtful);
    }

    @Test
    void leavesALivingMailboxAlone() {
        assertThat(plan(Map.of(A, new Liveness.Alive()), Map.of())).isEqualTo(nothing());
    }

    @Test
    void suspectsADeadMailboxAtFirst() {
        SweepPlan plan = plan(Map.of(A, new Liveness.Unknown()), Map.of());

        assertThat(plan).isEqualTo(new SweepPlan(List.of(A), List.of(), List.of()));
    }

    @Test
    void waitsForTheGracePeriod() {
        Instant notYet = NOW.minus(GRACE).plusSeconds(1);

        assertThat(plan(Map.of(A, new Liveness.Closed(4, 90)), Map.of(A, notYet)))
                .isEqualTo(nothing());
    }

    @Test
    void removesWhatStayedDeadForTheGracePeriod() {
        Map<MailboxKey, Instant> since = Map.of(A, NOW.minus(GRACE), B, NOW.minus(GRACE));

        SweepPlan plan = plan(Map.of(A, new Liveness.Closed(4, 90), B, new Liveness.Unknown()), since);

        assertThat(plan.orphans()).containsExactlyInAnyOrder(new Orphan(A, 4), new Orphan(B, -1));
    }

    @Test
    void clearsASuspicionOnceTheMailboxLives() {
        SweepPlan plan = plan(Map.of(A, new Liveness.Alive()), Map.of(A, NOW.minus(GRACE)));

        assertThat(plan).isEqualTo(new SweepPlan(List.of(), List.of(A), List.of()));
    }

    private static SweepPlan plan(Map<MailboxKey, Liveness> answers, Map<MailboxKey, Instant> since) {
        return SweepPlanner.plan(answers, since, GRACE, NOW);
    }

    private static SweepPlan nothing() {
        return new SweepPlan(List.of(), List.of(), List.of());
    }
}

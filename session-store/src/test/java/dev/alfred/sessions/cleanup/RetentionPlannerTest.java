package dev.alfred.sessions.cleanup;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.RetentionPlanner;
import dev.alfred.sessions.cleanup.model.RetentionPlanner.Ended;
import dev.alfred.sessions.cleanup.model.RetentionPlanner.Plan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class RetentionPlannerTest {
    private static final Ended ENDED = new Ended(new MailboxKey("acme-rocket-issue-7"), Instant.EPOCH);

    static Stream<Arguments> table() {
        return Stream.of(
                arguments(new Liveness.Closed(4, 30), days(30), Plan.REMOVE),
                arguments(new Liveness.Closed(4, 30), days(30).minusMillis(1), Plan.KEEP),
                arguments(new Liveness.Closed(4, 365), days(364), Plan.KEEP),
                arguments(new Liveness.Unknown(), days(90), Plan.REMOVE),
                arguments(new Liveness.Unknown(), days(89), Plan.KEEP),
                arguments(new Liveness.Alive(), days(9000), Plan.LIVES));
    }

    @ParameterizedTest(name = "{0} after {1}: {2}")
    @MethodSource("table")
    void keepsRowsForAsLongAsTheSettingsOfTheProjectSay(Liveness word, Duration since, Plan expected) {
        assertThat(RetentionPlanner.plan(ENDED, word, Instant.EPOCH.plus(since)))
                .isEqualTo(expected);
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }
}

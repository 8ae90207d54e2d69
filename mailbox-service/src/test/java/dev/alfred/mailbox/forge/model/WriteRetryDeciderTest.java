package dev.alfred.mailbox.forge.model;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.alfred.mailbox.forge.model.WriteRetryDecider.Next;
import dev.alfred.mailbox.forge.model.WriteRetryDecider.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WriteRetryDeciderTest {
    private static final Patience PATIENCE =
            new Patience(Duration.ofSeconds(2), Duration.ofMinutes(5), Duration.ofMinutes(1), 3);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    static Stream<Arguments> table() {
        return Stream.of(
                row(new ForgeFailure.Unreachable(""), 1, new Next.Again(Duration.ofSeconds(2))),
                row(new ForgeFailure.Unreachable(""), 4, new Next.Again(Duration.ofSeconds(16))),
                row(new ForgeFailure.Unreachable(""), 1000, new Next.Again(Duration.ofMinutes(5))),
                row(new ForgeFailure.RateLimited(MINUTE, ""), 1, new Next.Rest(MINUTE)),
                row(new ForgeFailure.RateLimited(MINUTE, ""), 50, new Next.Rest(MINUTE)),
                row(new ForgeFailure.Unauthorized(""), 9, new Next.AccessRefused(MINUTE)),
                row(new ForgeFailure.Forbidden(""), 9, new Next.AccessRefused(MINUTE)),
                row(new ForgeFailure.NotFound(""), 1, new Next.Again(Duration.ofSeconds(2))),
                row(new ForgeFailure.NotFound(""), 3, new Next.GiveUp()),
                row(new ForgeFailure.Gone(""), 3, new Next.GiveUp()),
                row(new ForgeFailure.Moved(""), 3, new Next.GiveUp()),
                row(new ForgeFailure.Conflict(""), 3, new Next.GiveUp()),
                row(new ForgeFailure.Rejected(422, ""), 2, new Next.Again(Duration.ofSeconds(4))),
                row(new ForgeFailure.Rejected(422, ""), 3, new Next.GiveUp()));
    }

    private static Arguments row(ForgeFailure failure, int attempt, Next next) {
        return Arguments.of(failure, attempt, next);
    }

    @ParameterizedTest
    @MethodSource("table")
    void decidesByFailureAndAttempt(ForgeFailure failure, int attempt, Next next) {
        assertThat(WriteRetryDecider.decide(failure, attempt, PATIENCE)).isEqualTo(next);
    }

    @Test
    void theTableKnowsEveryFailure() {
        List<Class<?>> covered =
                table().<Class<?>>map(row -> row.get()[0].getClass()).distinct().toList();

        assertThat(covered).containsExactlyInAnyOrder(ForgeFailure.class.getPermittedSubclasses());
    }
}

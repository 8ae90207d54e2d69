package dev.alfred.orchestrator.supervision.model;

import java.time.Duration;
import java.util.Arrays;

import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptPauseTest {
    private static final AttemptPause PAUSE = new AttemptPause(Duration.ofSeconds(15), Duration.ofMinutes(10));

    @ParameterizedTest
    @CsvSource({
        "FORGE_UNREACHABLE, 1, PT15S",
        "FORGE_UNREACHABLE, 2, PT1M",
        "FORGE_UNREACHABLE, 3, PT4M",
        "FORGE_UNREACHABLE, 4, PT10M",
        "FORGE_UNREACHABLE, 2000000000, PT10M",
        "IMAGE_PULL, 1, PT15S",
        "RUNNER_EVICTED, 2, PT1M",
        "RESULT_LOST, 1, PT0S",
        "RUNNER_LOST, 3, PT0S"
    })
    void growsWhereTheSurroundingsEndedTheAttempt(ExitReason reason, int launches, Duration expected) {
        assertThat(PAUSE.after(reason, launches)).isEqualTo(expected);
    }

    @Test
    void isKnownForEachReasonAfterWhichAnotherAttemptFollows() {
        assertThat(Arrays.stream(ExitReason.values()).filter(ExitReason::retryable))
                .allSatisfy(reason -> assertThat(PAUSE.after(reason, 1)).isGreaterThanOrEqualTo(Duration.ZERO));
    }
}

package dev.alfred.orchestrator.supervision.model;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.run.model.RunChange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Every reason, by the number of the attempt that it ended, with and without a cancel and a commit on the remote. */
class RunEndDeciderTest {
    private static final int MOST = 3;
    private static final AttemptPause PAUSE = new AttemptPause(Duration.ofSeconds(15), Duration.ofMinutes(10));

    /** What the run becomes where no other attempt follows. */
    private static final Map<ExitReason, RunChange> ENDS = new EnumMap<>(Map.ofEntries(
            Map.entry(ExitReason.NONE, RunChange.SUCCEEDED),
            Map.entry(ExitReason.AGENT_FAILED, RunChange.FAILED),
            Map.entry(ExitReason.MODEL_ERROR, RunChange.FAILED),
            Map.entry(ExitReason.MODEL_AUTHENTICATION, RunChange.FAILED),
            Map.entry(ExitReason.BUDGET, RunChange.FAILED),
            Map.entry(ExitReason.TIMEOUT, RunChange.TIMED_OUT),
            Map.entry(ExitReason.SILENCE, RunChange.FAILED),
            Map.entry(ExitReason.CANCELLED, RunChange.CANCELLED),
            Map.entry(ExitReason.SETUP_FAILED, RunChange.FAILED),
            Map.entry(ExitReason.INVALID_REQUEST, RunChange.FAILED),
            Map.entry(ExitReason.BRANCH_TAKEN, RunChange.FAILED),
            Map.entry(ExitReason.EMPTY_REPOSITORY, RunChange.FAILED),
            Map.entry(ExitReason.FORGE_UNREACHABLE, RunChange.FAILED),
            Map.entry(ExitReason.FORGE_UNAUTHORIZED, RunChange.FAILED),
            Map.entry(ExitReason.PUSH_REFUSED, RunChange.FAILED),
            Map.entry(ExitReason.NOT_PUBLISHABLE, RunChange.FAILED),
            Map.entry(ExitReason.STATE_VOLUME_NOT_WRITABLE, RunChange.FAILED),
            Map.entry(ExitReason.RESULT_LOST, RunChange.LOST),
            Map.entry(ExitReason.RUNNER_LOST, RunChange.LOST),
            Map.entry(ExitReason.RUNNER_EVICTED, RunChange.LOST),
            Map.entry(ExitReason.IMAGE_PULL, RunChange.FAILED),
            Map.entry(ExitReason.OUT_OF_MEMORY, RunChange.FAILED),
            Map.entry(ExitReason.NO_SPACE, RunChange.FAILED),
            Map.entry(ExitReason.LAUNCH_REFUSED, RunChange.FAILED),
            Map.entry(ExitReason.MAILBOX_CLOSED, RunChange.CANCELLED),
            Map.entry(ExitReason.INTERNAL, RunChange.FAILED)));

    /** The reasons that are none of the run's own: runner deleted or its node lost, evicted, image pull, forge, result. */
    private static boolean another(ExitReason reason) {
        return switch (reason) {
            case RUNNER_LOST, RUNNER_EVICTED, IMAGE_PULL, FORGE_UNREACHABLE, RESULT_LOST -> true;
            case NONE,
                    AGENT_FAILED,
                    MODEL_ERROR,
                    MODEL_AUTHENTICATION,
                    BUDGET,
                    TIMEOUT,
                    SILENCE,
                    CANCELLED,
                    SETUP_FAILED,
                    INVALID_REQUEST,
                    BRANCH_TAKEN,
                    EMPTY_REPOSITORY,
                    FORGE_UNAUTHORIZED,
                    PUSH_REFUSED,
                    NOT_PUBLISHABLE,
                    STATE_VOLUME_NOT_WRITABLE,
                    OUT_OF_MEMORY,
                    NO_SPACE,
                    LAUNCH_REFUSED,
                    MAILBOX_CLOSED,
                    INTERNAL -> false;
        };
    }

    static Stream<RunEndDecider.Facts> everything() {
        return Stream.of(ExitReason.values())
                .flatMap(reason -> IntStream.rangeClosed(1, MOST + 1)
                        .boxed()
                        .flatMap(launches -> Stream.of(true, false)
                                .flatMap(cancelled -> Stream.of(true, false)
                                        .map(pushed ->
                                                new RunEndDecider.Facts(reason, launches, MOST, cancelled, pushed)))));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void endsOrGoesOn(RunEndDecider.Facts facts) {
        boolean goesOn = another(facts.reason()) && !facts.cancelled() && facts.launches() < MOST;
        RunChange otherwise = goesOn
                ? RunChange.ATTEMPT_LOST
                : Optional.of(ENDS.get(facts.reason())).orElseThrow();

        assertThat(RunEndDecider.decide(facts)).isEqualTo(facts.commitOnRemote() ? RunChange.SUCCEEDED : otherwise);
    }

    @ParameterizedTest
    @EnumSource
    void pausesBeforeAnotherAttemptAndBeforeNoOther(ExitReason reason) {
        if (another(reason)) {
            assertThat(PAUSE.after(reason, 1)).isBetween(Duration.ZERO, Duration.ofSeconds(15));
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> PAUSE.after(reason, 1));
        }
    }
}

package dev.alfred.orchestrator.supervision.model;

import java.time.Duration;

import dev.alfred.contracts.vocabulary.ExitReason;

/**
 * How long a run waits before another attempt: for its surroundings to come back where they ended the last one, longer
 * each time; not at all where only a runner or its result was lost.
 */
public record AttemptPause(Duration first, Duration longest) {
    private static final int GROWTH = 4;

    /** @param launches how many attempts have been launched, the one that ended included */
    public Duration after(ExitReason reason, int launches) {
        return switch (reason) {
            case FORGE_UNREACHABLE, IMAGE_PULL, RUNNER_EVICTED -> grown(launches);
            case RESULT_LOST, RUNNER_LOST -> Duration.ZERO;
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
                    INTERNAL -> throw new IllegalArgumentException("no attempt follows " + reason.wire());
        };
    }

    /** For the time that something is tried again, counted from 1. */
    public Duration grown(int times) {
        Duration pause = first;
        for (int time = 1; time < times && pause.compareTo(longest) < 0; time++) {
            pause = pause.multipliedBy(GROWTH);
        }
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}

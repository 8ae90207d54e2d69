package dev.alfred.contracts.vocabulary;

/** Why a run ended as it did, or an attempt with it; {@code none} for a success. */
public enum ExitReason implements Wire {
    NONE,
    /** The CLI ended with an error that is no model error and no resume failure. */
    AGENT_FAILED,
    /** The model refused or could not be reached, beyond the retries. */
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
    FORGE_UNREACHABLE,
    FORGE_UNAUTHORIZED,
    PUSH_REFUSED,
    NOT_PUBLISHABLE,
    STATE_VOLUME_NOT_WRITABLE,
    RESULT_LOST,
    RUNNER_LOST,
    RUNNER_EVICTED,
    IMAGE_PULL,
    OUT_OF_MEMORY,
    NO_SPACE,
    LAUNCH_REFUSED,
    MAILBOX_CLOSED,
    INTERNAL;

    /** Whether another attempt may help, as long as attempts are left. */
    public boolean retryable() {
        return switch (this) {
            case FORGE_UNREACHABLE, RESULT_LOST, RUNNER_LOST, RUNNER_EVICTED, IMAGE_PULL -> true;
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
}

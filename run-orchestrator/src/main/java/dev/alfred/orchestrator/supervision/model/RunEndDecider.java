package dev.alfred.orchestrator.supervision.model;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.run.model.RunChange;

/** What an attempt's end means for its run: an end of its own, or another attempt. */
public final class RunEndDecider {
    private RunEndDecider() {}

    /**
     * @param launches how many attempts have been launched, this one included
     * @param cancelled whether somebody asked for the run's end
     * @param commitOnRemote whether the commit that publish reported is the branch's head on the remote
     */
    public record Facts(ExitReason reason, int launches, int maxAttempts, boolean cancelled, boolean commitOnRemote) {}

    public static RunChange decide(Facts facts) {
        if (facts.commitOnRemote()) {
            return RunChange.SUCCEEDED;
        }
        if (facts.reason().retryable() && !facts.cancelled() && facts.launches() < facts.maxAttempts()) {
            return RunChange.ATTEMPT_LOST;
        }
        return switch (facts.reason()) {
            case NONE -> RunChange.SUCCEEDED;
            case CANCELLED, MAILBOX_CLOSED -> RunChange.CANCELLED;
            case TIMEOUT -> RunChange.TIMED_OUT;
            case RUNNER_LOST, RUNNER_EVICTED, RESULT_LOST -> RunChange.LOST;
            case AGENT_FAILED,
                    MODEL_ERROR,
                    MODEL_AUTHENTICATION,
                    BUDGET,
                    SILENCE,
                    SETUP_FAILED,
                    INVALID_REQUEST,
                    BRANCH_TAKEN,
                    EMPTY_REPOSITORY,
                    FORGE_UNREACHABLE,
                    FORGE_UNAUTHORIZED,
                    PUSH_REFUSED,
                    NOT_PUBLISHABLE,
                    STATE_VOLUME_NOT_WRITABLE,
                    IMAGE_PULL,
                    OUT_OF_MEMORY,
                    NO_SPACE,
                    LAUNCH_REFUSED,
                    INTERNAL -> RunChange.FAILED;
        };
    }
}

package dev.alfred.orchestrator.run.model;

import dev.alfred.contracts.vocabulary.RunState;

/**
 * The only way from one state of a run to another.
 *
 * <pre>
 *   queued   -- DEFERRED -------> queued
 *   queued   -- LAUNCH_BEGUN ---> starting
 *   queued   -- FAILED ---------> failed
 *   queued   -- CANCELLED ------> cancelled
 *   starting -- NEVER_LAUNCHED -> queued
 *   starting -- ATTEMPT_LOST ---> queued
 *   starting -- LAUNCHED -------> running
 *   starting -- FAILED ---------> failed
 *   starting -- CANCELLED ------> cancelled
 *   starting -- LOST -----------> lost
 *   running  -- ATTEMPT_LOST ---> queued
 *   running  -- NEVER_BEGAN ----> queued
 *   running  -- SUCCEEDED ------> succeeded
 *   running  -- FAILED ---------> failed
 *   running  -- CANCELLED ------> cancelled
 *   running  -- TIMED_OUT ------> timed_out
 *   running  -- LOST -----------> lost
 * </pre>
 *
 * Nothing leaves succeeded, failed, cancelled, timed_out and lost.
 */
public final class RunTransitions {
    private RunTransitions() {}

    /** The state after the change; throws {@link IllegalRunTransition} where the change is impossible. */
    public static RunState next(RunState from, RunChange change) {
        return switch (from) {
            case QUEUED -> fromQueued(change);
            case STARTING -> fromStarting(change);
            case RUNNING -> fromRunning(change);
            case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT, LOST -> throw new IllegalRunTransition(from, change);
        };
    }

    private static RunState fromQueued(RunChange change) {
        return switch (change) {
            case DEFERRED -> RunState.QUEUED;
            case LAUNCH_BEGUN -> RunState.STARTING;
            case FAILED -> RunState.FAILED;
            case CANCELLED -> RunState.CANCELLED;
            case NEVER_LAUNCHED, LAUNCHED, ATTEMPT_LOST, NEVER_BEGAN, SUCCEEDED, TIMED_OUT, LOST ->
                throw new IllegalRunTransition(RunState.QUEUED, change);
        };
    }

    private static RunState fromStarting(RunChange change) {
        return switch (change) {
            case NEVER_LAUNCHED, ATTEMPT_LOST -> RunState.QUEUED;
            case LAUNCHED -> RunState.RUNNING;
            case FAILED -> RunState.FAILED;
            case CANCELLED -> RunState.CANCELLED;
            case LOST -> RunState.LOST;
            case DEFERRED, LAUNCH_BEGUN, NEVER_BEGAN, SUCCEEDED, TIMED_OUT ->
                throw new IllegalRunTransition(RunState.STARTING, change);
        };
    }

    private static RunState fromRunning(RunChange change) {
        return switch (change) {
            case ATTEMPT_LOST, NEVER_BEGAN -> RunState.QUEUED;
            case SUCCEEDED -> RunState.SUCCEEDED;
            case FAILED -> RunState.FAILED;
            case CANCELLED -> RunState.CANCELLED;
            case TIMED_OUT -> RunState.TIMED_OUT;
            case LOST -> RunState.LOST;
            case DEFERRED, LAUNCH_BEGUN, NEVER_LAUNCHED, LAUNCHED ->
                throw new IllegalRunTransition(RunState.RUNNING, change);
        };
    }
}

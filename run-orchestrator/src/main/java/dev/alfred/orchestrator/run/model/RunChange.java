package dev.alfred.orchestrator.run.model;

/** What can happen to a run once it is queued; the input of {@link RunTransitions}. */
public enum RunChange {
    /** Dispatch could not go on; the run waits, with a reason, and is tried again. */
    DEFERRED,
    /** Everything for a launch is on record, and nothing has been launched yet. */
    LAUNCH_BEGUN,
    /** The launcher had no room or no connection: nothing is known to run. */
    NEVER_LAUNCHED,
    /** A runner of this attempt lives (or lived). */
    LAUNCHED,
    /** The attempt ended for a reason that is none of the run's, its runner is gone, and attempts are left. */
    ATTEMPT_LOST,
    /** The attempt's runner waited too long for a place and is gone; no stage of it has begun, and it counts as none. */
    NEVER_BEGAN,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    TIMED_OUT,
    /** The last attempt that the run had was lost. */
    LOST
}

package dev.alfred.orchestrator.simulation;

/** What can happen in a course, as it is counted. */
enum Happening {
    REQUEST,
    REDELIVERY,
    CANCEL,
    CANCEL_BEFORE_REQUEST,
    CLOSE,
    REOPEN,
    STATE_REMOVED,
    CLAIM,
    RECLAIM,
    ADOPTION,
    SWEEP,
    PAUSE,
    DEATH,
    MACHINE_LOST,
    COMMIT_FAILED,
    COMMIT_ANSWER_LOST,
    CALL_LOST,
    FORGE_REFUSAL,
    POD_LOST,
    POD_EVICTED,
    POD_OUT_OF_MEMORY,
    POD_RESULT_LOST,
    POD_OUT_OF_REACH,
    RUNNER_ON_MACHINE,
    STOP,
    STOP_OVERDUE,
    PUSH,
    LATE_RESULT,
    FRESH_SESSION,
    RESUMED_SESSION,
    RESUME_FAILED,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    TIMED_OUT,
    LOST;

    String words() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}

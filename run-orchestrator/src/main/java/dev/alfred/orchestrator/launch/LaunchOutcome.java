package dev.alfred.orchestrator.launch;

import dev.alfred.contracts.vocabulary.ExitReason;

/** What came of a launch. */
public sealed interface LaunchOutcome {
    record Launched(RunnerRef runner) implements LaunchOutcome {}

    /** An earlier call launched it; it may have ended since. */
    record AlreadyRunning(RunnerRef runner) implements LaunchOutcome {}

    /** It can't be launched here as ordered, and trying again won't help. */
    record Refused(ExitReason reason, String detail) implements LaunchOutcome {}

    /** The attempt was not wanted any more: nothing was begun, and what this call made for it is gone. */
    record NotWanted() implements LaunchOutcome {}

    /**
     * Not now, and nothing of the attempt is there: the run waits in the queue with that reason (quota …), and is launched
     * later.
     */
    record NotNow(String reason, String detail) implements LaunchOutcome {}

    /** Whether it was launched is not known; the same launch is to be tried again. */
    record Unreachable(String detail) implements LaunchOutcome {}
}

package dev.alfred.orchestrator.supervision.model;

import dev.alfred.contracts.runner.StageResult;

/** How one stage that began came to its end, as far as it can be proven. */
public sealed interface StageOutcome {
    /** Its result arrived whole and is authoritative. */
    record Told(StageResult result) implements StageOutcome {}

    /** It ended by itself, but what it had to say did not arrive whole. */
    record ResultLost(String detail) implements StageOutcome {}

    /** It was ended: any exit status but 0 and 1. */
    record Killed(int exitCode) implements StageOutcome {}
}

package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Why a mailbox needs a human. */
public enum BlockReason implements Wire {
    /** A development run ended well and changed nothing. */
    NO_CHANGES,
    /** The agent asked what only a human can answer. */
    QUESTION,
    /** A run failed, timed out or was lost for good; the detail is its exit reason. */
    RUN_FAILED,
    /** A run was stopped by people. */
    RUN_CANCELLED,
    /** The trigger label was taken off. */
    UNTRIGGERED,
    PAUSED,
    /** The remote has a branch called {@code agent}, beside which no {@code agent/…} can be. */
    BRANCH_NAMESPACE_TAKEN,
    /** Somebody else made a branch of the mailbox's name after it was frozen. */
    BRANCH_TAKEN,
    EMPTY_REPOSITORY,
    /** Another run could use more than the mailbox may. */
    BUDGET,
    /** The forge refused the merge request; the detail says why. */
    MERGE_REQUEST_FAILED;

    /** Whether nothing but a command that undoes the block (and cancel, status) acts. */
    public boolean holdsEverything() {
        return this == PAUSED || this == UNTRIGGERED;
    }
}

package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** One thing to read from the forge before an input can be decided. */
public enum FactNeed implements Wire {
    /** The repository itself: its default branch, and whether there is a commit in it. */
    REPOSITORY,
    /** May the event's actor command? */
    ACTOR,
    /** Labels and state of the issue now. */
    ISSUE,
    /** The remote's branches that begin with {@code agent}. */
    BRANCHES,
    /** What was said on the issue before Alfred heard of it, and by whom. */
    COMMENTS,
    /** Is the mailbox's merge request merged? */
    MERGE_REQUEST
}

package dev.alfred.contracts.vocabulary;

/** What the mirror of a base branch was to a run's checkout. */
public enum MirrorUse implements Wire {
    /** It had all of the branch. */
    CURRENT,
    /** It had what the branch was at an earlier run; the rest was fetched. */
    BEHIND,
    /** There was none yet, and everything was fetched. */
    MISSING,
    /** It was damaged, or of a history that the forge has no more: everything was fetched, in silence. */
    USELESS
}

package dev.alfred.local.forge.model;

/** The kinds of things that have ids of their own, unique over the whole forge. */
public enum Kind {
    REPOSITORY,
    ISSUE,
    COMMENT,
    LABEL,
    HOOK,
    REVIEW,
    LINE_COMMENT,
    STATUS
}

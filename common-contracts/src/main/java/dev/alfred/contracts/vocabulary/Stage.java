package dev.alfred.contracts.vocabulary;

/** The three steps of an attempt, each with only the credentials that it needs. */
public enum Stage implements Wire {
    PREPARE,
    RUN,
    PUBLISH
}

package dev.alfred.contracts.vocabulary;

/** The two forms of a prompt: everything (for a fresh session), or what is new since a run that the session holds. */
public enum PromptForm implements Wire {
    FULL,
    DELTA
}

package dev.alfred.ingest.delivery.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What became of a genuine webhook. */
public enum Outcome implements Wire {
    ACCEPTED,
    DUPLICATE,
    IGNORED
}

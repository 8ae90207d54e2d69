package dev.alfred.ingest.forge.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What a webhook is about, in few enough words for a metric label. */
public enum EventClass implements Wire {
    ISSUE,
    COMMENT,
    MERGE_REQUEST,
    REVIEW,
    CI,
    PUSH,
    REPOSITORY,
    PING,
    OTHER
}

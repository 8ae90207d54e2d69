package dev.alfred.sessions.state.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What state is kept in. */
public enum StateKind implements Wire {
    DIRECTORY,
    CLAIM
}

package dev.alfred.sessions.state;

/** What taking a state out of its place found there. */
public enum Detached {
    TAKEN,
    NOTHING_THERE
}

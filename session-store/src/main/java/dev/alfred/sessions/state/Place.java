package dev.alfred.sessions.state;

import dev.alfred.contracts.internal.StateLocation;

/** The place of a state, and what became of what was in it. */
public sealed interface Place {
    StateLocation location();

    /** With whatever was in it. */
    record Kept(StateLocation location) implements Place {}

    /** What was in it could not be given to a worker, and was taken away. */
    record Emptied(StateLocation location, Obstruction why) implements Place {}
}

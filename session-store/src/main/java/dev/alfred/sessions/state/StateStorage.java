package dev.alfred.sessions.state;

import java.util.OptionalLong;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;

/**
 * What session state is kept in. Who prepares or detaches holds the mailbox in a transaction; what takes a network or
 * long is done outside of it, by {@link #provide} and {@link #clear}.
 */
public interface StateStorage {
    StateKind kind();

    /** Gives a state its place, and takes out of it what no worker could use. */
    Place prepare(StateKey key);

    /** Makes sure that a place that was given out can be mounted; throws {@link StateUnusable} when it can't be now. */
    void provide(StateKey key, StateLocation location);

    /** Takes a state out of its place at once, so that whoever asks next finds it empty. */
    Detached detach(StateKey key);

    /** Clears away what was detached, now or before an interruption. */
    Cleared clear();

    /** Bytes that a state holds, as far as it can be seen from here; empty when nothing new is known. */
    OptionalLong bytes(StateKey key, SessionFingerprint lastSeen);

    /** Looks for what was cleared away and is there all the same; it is cleared again. */
    default void lookAgain() {}
}

package dev.alfred.sessions.cleanup;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.store.StateRepository;

/** The worker's view of the database. */
@ApplicationScoped
class DueStates {
    private final StateRepository states;

    DueStates(StateRepository states) {
        this.states = states;
    }

    @Transactional
    List<StateKey> keys(int limit) {
        return states.due(limit);
    }

    @Transactional
    long bytes() {
        return states.bytes();
    }
}

package dev.alfred.sessions.state;

import java.util.EnumMap;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;

/** All that session state is kept in, by what a runner can mount. */
@ApplicationScoped
public class StateStorages {
    private final Map<StateKind, StateStorage> storages = new EnumMap<>(StateKind.class);

    @Inject
    StateStorages(@Any Instance<StateStorage> found) {
        this((Iterable<StateStorage>) found);
    }

    StateStorages(Iterable<StateStorage> found) {
        found.forEach(storage -> storages.put(storage.kind(), storage));
    }

    public StateStorage of(StateKind kind) {
        return storages.get(kind);
    }

    public StateStorage mountableBy(RunnerKind runner) {
        return switch (runner) {
            case SANDBOX, CONTAINER -> of(StateKind.DIRECTORY);
            case KUBERNETES -> of(StateKind.CLAIM);
            case HOST -> throw new IllegalArgumentException("the host runner keeps no session state");
        };
    }

    /** From wherever it lies: a mailbox whose runner changed has left state where it ran before. */
    public Detached detach(StateKey key) {
        Detached detached = Detached.NOTHING_THERE;
        for (StateStorage storage : storages.values()) {
            detached = storage.detach(key) == Detached.TAKEN ? Detached.TAKEN : detached;
        }
        return detached;
    }

    public Cleared clear() {
        Cleared cleared = new Cleared.All();
        for (StateStorage storage : storages.values()) {
            cleared = cleared.and(storage.clear());
        }
        return cleared;
    }

    public void lookAgain() {
        storages.values().forEach(StateStorage::lookAgain);
    }
}

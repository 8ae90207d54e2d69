package dev.alfred.sessions.cleanup;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.cleanup.model.SweepPlanner.SweepPlan;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;

/** The sweep's transactions: what there is, since when what is suspect, and the new suspicions. */
@ApplicationScoped
class SweepHandler {
    private final StateRepository states;
    private final LifeRepository lives;

    SweepHandler(StateRepository states, LifeRepository lives) {
        this.states = states;
        this.lives = lives;
    }

    /** All state by mailbox; what lies on disk without a row gets one. */
    @Transactional
    Map<MailboxKey, List<SessionState>> inventory(Map<StateKey, String> onDisk, Instant now) {
        onDisk.forEach((key, path) -> {
            lives.lock(key.mailbox());
            if (states.find(key).filter(state -> !state.removed()).isEmpty()) {
                states.exists(key, StateKind.DIRECTORY, path, now);
            }
        });
        Map<MailboxKey, List<SessionState>> byMailbox = new LinkedHashMap<>();
        for (SessionState state : states.present()) {
            byMailbox.merge(state.key().mailbox(), List.of(state), SweepHandler::joined);
        }
        return byMailbox;
    }

    @Transactional
    Map<MailboxKey, Instant> suspectedSince() {
        Map<MailboxKey, Instant> since = new HashMap<>();
        lives.suspected().forEach(life -> since.put(life.mailbox(), life.suspectedSince()));
        return since;
    }

    @Transactional
    void note(SweepPlan plan, Instant now) {
        lives.suspect(plan.suspect(), now);
        lives.suspect(plan.clear(), null);
    }

    private static List<SessionState> joined(List<SessionState> one, List<SessionState> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}

package dev.alfred.sessions.cleanup;

import java.time.Clock;
import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.sessions.cleanup.model.RemovalDecider;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.cleanup.store.RetentionRepository;
import dev.alfred.sessions.record.store.SessionRepository;
import dev.alfred.sessions.state.Detached;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.StateStorages;
import dev.alfred.sessions.state.model.MailboxLife;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import dev.alfred.sessions.state.store.AuditTrail;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;

/**
 * Removes one state, if it may go at this moment: takes it out of its place, marks its rows and writes the audit, in one
 * transaction that holds the mailbox. What was taken out is cleared away afterwards.
 */
@ApplicationScoped
class RemovalHandler {
    private final LifeRepository lives;
    private final StateRepository states;
    private final SessionRepository sessions;
    private final StateDirectories directories;
    private final RetentionRepository retention;
    private final StateStorages storages;
    private final AuditTrail audit;
    private final Event<StateReleased> released;
    private final Clock clock;

    RemovalHandler(
            LifeRepository lives,
            StateRepository states,
            SessionRepository sessions,
            StateDirectories directories,
            RetentionRepository retention,
            StateStorages storages,
            AuditTrail audit,
            Event<StateReleased> released,
            Clock clock) {
        this.lives = lives;
        this.states = states;
        this.sessions = sessions;
        this.directories = directories;
        this.retention = retention;
        this.storages = storages;
        this.audit = audit;
        this.released = released;
        this.clock = clock;
    }

    @Transactional
    Decision remove(StateKey key, RemovalTrigger trigger) {
        Instant now = clock.instant();
        MailboxLife life = lives.lock(key.mailbox());
        if (trigger instanceof RemovalTrigger.Orphaned) {
            recordWhatLies(key, now);
        }
        Decision decision = RemovalDecider.decide(trigger, life, states.find(key));
        if (decision instanceof Decision.Remove remove) {
            boolean wasThere = storages.detach(key) == Detached.TAKEN;
            states.removed(key, remove.cause(), now);
            sessions.stateRemoved(key, now);
            if (trigger instanceof RemovalTrigger.Orphaned) {
                retention.endedAtLast(key.mailbox(), now);
            }
            if (!(trigger instanceof RemovalTrigger.Due)) {
                released.fire(new StateReleased());
            }
            audit.stateRemoved(who(trigger), key, remove.cause().wire() + (wasThere ? "" : ", nothing was there"));
        }
        return decision;
    }

    /** What lies on disk without a row gets one, so that its removal is on record as any other. */
    private void recordWhatLies(StateKey key, Instant now) {
        boolean onRecord = states.find(key).filter(state -> !state.removed()).isPresent();
        if (!onRecord && directories.lies(key)) {
            states.exists(key, StateKind.DIRECTORY, directories.path(key).toString(), now);
        }
    }

    private static String who(RemovalTrigger trigger) {
        return switch (trigger) {
            case RemovalTrigger.Due due -> "alfred";
            case RemovalTrigger.Orphaned orphaned -> "alfred";
            case RemovalTrigger.Operator operator -> operator.who();
        };
    }
}

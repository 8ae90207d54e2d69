package dev.alfred.sessions.state.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.messaging.UuidV7;
import dev.alfred.sessions.state.model.StateKey;

/** Remembers who or what removed which state; rows are only ever added. */
@ApplicationScoped
public class AuditTrail {
    private final EntityManager database;

    AuditTrail(EntityManager database) {
        this.database = database;
    }

    public void stateRemoved(String who, StateKey key, String outcome) {
        database.createNativeQuery("INSERT INTO audit (id, who, action, target, outcome) VALUES (?1, ?2, ?3, ?4, ?5)")
                .setParameter(1, UuidV7.next())
                .setParameter(2, who)
                .setParameter(3, "session-state.remove")
                .setParameter(4, key.toString())
                .setParameter(5, outcome)
                .executeUpdate();
    }
}

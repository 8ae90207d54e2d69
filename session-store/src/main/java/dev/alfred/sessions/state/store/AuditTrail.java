package dev.alfred.sessions.state.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.messaging.UuidV7;
import dev.alfred.sessions.state.model.Claim;
import dev.alfred.sessions.state.model.StateKey;

/** Remembers who or what removed which state; rows are only ever added. */
@ApplicationScoped
public class AuditTrail {
    private final EntityManager database;

    AuditTrail(EntityManager database) {
        this.database = database;
    }

    public void stateRemoved(String who, StateKey key, String outcome) {
        add(who, "session-state.remove", key.toString(), outcome);
    }

    public void claimDeleted(Claim claim, String outcome) {
        add("alfred", "session-claim.delete", claim.name(), outcome);
    }

    private void add(String who, String action, String target, String outcome) {
        database.createNativeQuery("INSERT INTO audit (id, who, action, target, outcome) VALUES (?1, ?2, ?3, ?4, ?5)")
                .setParameter(1, UuidV7.next())
                .setParameter(2, who)
                .setParameter(3, action)
                .setParameter(4, target)
                .setParameter(5, outcome)
                .executeUpdate();
    }
}

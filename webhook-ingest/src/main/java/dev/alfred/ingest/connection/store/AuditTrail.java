package dev.alfred.ingest.connection.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.messaging.UuidV7;

/** Remembers who changed which connection; rows are only ever added. */
@ApplicationScoped
public class AuditTrail {
    private final EntityManager database;

    AuditTrail(EntityManager database) {
        this.database = database;
    }

    public void record(String who, String action, String target, String outcome) {
        database.createNativeQuery("INSERT INTO audit (id, who, action, target, outcome) VALUES (?1, ?2, ?3, ?4, ?5)")
                .setParameter(1, UuidV7.next())
                .setParameter(2, who)
                .setParameter(3, action)
                .setParameter(4, target)
                .setParameter(5, outcome)
                .executeUpdate();
    }
}

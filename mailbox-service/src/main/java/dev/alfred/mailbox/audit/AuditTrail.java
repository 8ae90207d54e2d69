package dev.alfred.mailbox.audit;

import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.messaging.UuidV7;

/** Remembers who did what, in the transaction that does it. */
@ApplicationScoped
public class AuditTrail {
    private final EntityManager entities;

    AuditTrail(EntityManager entities) {
        this.entities = entities;
    }

    /**
     * @param subject what it was done to, for instance {@code mailbox:acme-shop-issue-7}
     * @param detail more in words, or null; never a secret
     */
    @Transactional(TxType.MANDATORY)
    public void record(String actor, String action, String subject, String outcome, String detail) {
        AuditRow row = new AuditRow();
        row.id = UuidV7.next();
        row.at = Instant.now();
        row.actor = actor;
        row.action = action;
        row.subject = subject;
        row.outcome = outcome;
        row.detail = detail;
        entities.persist(row);
    }
}

package dev.alfred.sessions.state.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.state.model.Claim;

/** Which PersistentVolumeClaims hold state. No name is given twice before retention ends, so that a late deletion can't hit a new claim. */
@ApplicationScoped
public class ClaimRepository {
    private static final String PREFIX = "alfred-session-";

    private final EntityManager database;

    ClaimRepository(EntityManager database) {
        this.database = database;
    }

    /** The claim that the mailbox's state lies in, a new one where the last was given up. */
    public Claim inUse(MailboxKey mailbox, Instant now) {
        List<ClaimRow> all = database.createQuery("from ClaimRow where mailbox = :mailbox", ClaimRow.class)
                .setParameter("mailbox", mailbox.value())
                .getResultList();
        return all.stream()
                .filter(row -> !row.deletionDue)
                .findFirst()
                .map(ClaimRepository::claim)
                .orElseGet(() -> make(mailbox, all.size() + 1, now));
    }

    private Claim make(MailboxKey mailbox, int number, Instant now) {
        ClaimRow row = new ClaimRow();
        row.name = PREFIX + mailbox.kubernetesLabel() + (number == 1 ? "" : "-" + number);
        row.mailbox = mailbox.value();
        row.madeAt = now;
        database.persist(row);
        return claim(row);
    }

    /** Gives up what the mailbox's state lies in, for ever. */
    public void giveUp(MailboxKey mailbox) {
        database.createQuery("from ClaimRow where mailbox = :mailbox and not deletionDue", ClaimRow.class)
                .setParameter("mailbox", mailbox.value())
                .getResultList()
                .forEach(row -> row.deletionDue = true);
    }

    /** Claims that were given up and may still be there. */
    public List<Claim> due(int limit) {
        return database
                .createQuery("from ClaimRow where deletionDue and deletedAt is null order by name", ClaimRow.class)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(ClaimRepository::claim)
                .toList();
    }

    public void deleted(Claim claim, Instant now) {
        database.find(ClaimRow.class, claim.name()).deletedAt = now;
    }

    /** A given-up claim that was found again is due again; empty when no row knows it. */
    public Optional<Claim> seen(String name) {
        Optional<ClaimRow> known = Optional.ofNullable(database.find(ClaimRow.class, name));
        known.filter(row -> row.deletionDue).ifPresent(row -> row.deletedAt = null);
        return known.map(ClaimRepository::claim);
    }

    private static Claim claim(ClaimRow row) {
        return new Claim(row.name, new MailboxKey(row.mailbox));
    }
}

package dev.alfred.sessions.state.store;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.state.model.MailboxLife;
import org.hibernate.Timeouts;

/** What is known of mailboxes. Whoever changes anything of a mailbox takes its row first, so that all of it is in one order. */
@ApplicationScoped
public class LifeRepository {
    private final EntityManager database;

    LifeRepository(EntityManager database) {
        this.database = database;
    }

    /** Takes the mailbox until the transaction ends, which has not looked at it before without taking it. */
    public MailboxLife lock(MailboxKey mailbox) {
        LifeRow row = locked(mailbox);
        if (row == null) {
            make(List.of(mailbox));
            row = locked(mailbox);
        }
        return life(row);
    }

    private LifeRow locked(MailboxKey mailbox) {
        return database.find(LifeRow.class, mailbox.value(), LockModeType.PESSIMISTIC_WRITE);
    }

    /** Takes those of the mailboxes that nobody else holds, and waits for none. */
    public Set<MailboxKey> lockFree(Collection<MailboxKey> mailboxes) {
        make(mailboxes);
        return database
                .createQuery("from LifeRow where mailbox in :mailboxes", LifeRow.class)
                .setParameter(
                        "mailboxes", mailboxes.stream().map(MailboxKey::value).toList())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList()
                .stream()
                .map(row -> new MailboxKey(row.mailbox))
                .collect(Collectors.toSet());
    }

    /** In one order, so that no two transactions wait for each other's new rows. */
    private void make(Collection<MailboxKey> mailboxes) {
        database.createNativeQuery(
                        "INSERT INTO mailbox_life (mailbox) SELECT unnest(?1) ORDER BY 1 ON CONFLICT DO NOTHING")
                .setParameter(1, mailboxes.stream().map(MailboxKey::value).toArray(String[]::new))
                .executeUpdate();
    }

    /** Of an open mailbox no earlier end counts any more. */
    public void save(MailboxLife life) {
        LifeRow row = database.find(LifeRow.class, life.mailbox().value());
        row.revision = life.revision();
        row.closed = life.closed();
        row.closeCause = life.closed() ? life.closeCause().wire() : null;
        row.suspectedSince = life.suspectedSince();
        if (!life.closed()) {
            row.endedAt = null;
        }
    }

    private static MailboxLife life(LifeRow row) {
        return new MailboxLife(
                new MailboxKey(row.mailbox),
                row.revision,
                row.closed ? Wire.of(CloseCause.class, row.closeCause) : null,
                row.suspectedSince);
    }
}

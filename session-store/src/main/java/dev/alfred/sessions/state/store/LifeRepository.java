package dev.alfred.sessions.state.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.state.model.MailboxLife;

/** What is known of mailboxes. Whoever changes anything of a mailbox takes its row first, so that all of it is in one order. */
@ApplicationScoped
public class LifeRepository {
    private final EntityManager database;

    LifeRepository(EntityManager database) {
        this.database = database;
    }

    /** Takes the mailbox until the transaction ends. */
    public MailboxLife lock(MailboxKey mailbox) {
        database.createNativeQuery("INSERT INTO mailbox_life (mailbox) VALUES (?1) ON CONFLICT DO NOTHING")
                .setParameter(1, mailbox.value())
                .executeUpdate();
        LifeRow row = database.find(LifeRow.class, mailbox.value(), LockModeType.PESSIMISTIC_WRITE);
        database.refresh(row);
        return life(row);
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

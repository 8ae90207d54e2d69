package dev.alfred.mailbox.forge;

import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.forge.store.ForgeWriteRepository;
import dev.alfred.messaging.UuidV7;

/** Keeps writes in the deciding transaction's database, and wakes the worker after its commit. */
@ApplicationScoped
class QueuedForgeWrites implements ForgeWrites {
    private final ForgeWriteRepository repository;
    private final Event<ForgeWritesDue> due;

    QueuedForgeWrites(ForgeWriteRepository repository, Event<ForgeWritesDue> due) {
        this.repository = repository;
        this.due = due;
    }

    @Override
    @Transactional(TxType.MANDATORY)
    public UUID enqueue(UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write) {
        UUID id = add(project, mailbox, cause, write, true);
        due.fire(new ForgeWritesDue());
        return id;
    }

    @Override
    @Transactional(TxType.MANDATORY)
    public UUID recordUnsent(UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write) {
        return add(project, mailbox, cause, write, false);
    }

    private UUID add(UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write, boolean sent) {
        UUID id = UuidV7.next();
        repository.add(new Written(id, project, mailbox, cause, write), sent);
        return id;
    }
}

package dev.alfred.mailbox.forge;

import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.forge.model.ForgeWrite;

/** Asks for writes to a forge, within the transaction that decides on them. A worker does them after the commit. */
public interface ForgeWrites {
    /** To be done: once, in order per mailbox. Answers with the write's id, which its hidden marker carries. */
    UUID enqueue(UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write);

    /** Shadow mode: kept for people to read, and never sent. */
    UUID recordUnsent(UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write);
}

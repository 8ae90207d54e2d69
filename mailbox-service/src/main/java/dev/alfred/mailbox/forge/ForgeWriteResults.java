package dev.alfred.mailbox.forge;

import dev.alfred.mailbox.forge.model.ForgeWriteResult;

/** Where the ends of writes are handed to; the mailbox package provides it. */
public interface ForgeWriteResults {
    /** Runs in the transaction that marks the write ended; an exception leaves the write to be told again. */
    void handle(ForgeWriteResult result);
}

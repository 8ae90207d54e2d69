package dev.alfred.mailbox.forge;

/** Fired within a transaction that asked for writes; observed after its commit. */
record ForgeWritesDue() {}

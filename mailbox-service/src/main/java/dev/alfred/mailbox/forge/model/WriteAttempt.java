package dev.alfred.mailbox.forge.model;

/** How one attempt at a write came out. */
public sealed interface WriteAttempt {
    record Ended(ForgeWriteResult result) implements WriteAttempt {}

    record Failed(ForgeFailure failure) implements WriteAttempt {}
}

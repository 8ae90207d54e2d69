package dev.alfred.mailbox.forge.model;

import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;

/** How a {@link ForgeWrite} ended, told in the transaction that marks it so. Exactly one comes for each write. */
public sealed interface ForgeWriteResult {
    Written written();

    /** Which write it was. */
    record Written(UUID id, UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write) {}

    /** The comment stands on the forge; {@code commentId} is null where the status had not to be written. */
    record Commented(Written written, String commentId) implements ForgeWriteResult {}

    /** The branch's open merge request, just opened or found. */
    record MergeRequestOpened(Written written, ForgeMergeRequest mergeRequest) implements ForgeWriteResult {}

    /** The issue is gone or was transferred, by the rule of {@link IssueAnswer}; the rest of the mailbox's writes are dropped. */
    record IssueGone(Written written, boolean moved) implements ForgeWriteResult {}

    /** The forge refuses it for good, or did not take it in all attempts. */
    record Refused(Written written, ForgeFailure failure) implements ForgeWriteResult {}
}

package dev.alfred.mailbox.forge.model;

import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;

/** How a {@link ForgeWrite} ended, told once for each, in the transaction that marks it ended. */
public sealed interface ForgeWriteResult {
    Written written();

    /** Which write it was. */
    record Written(UUID id, UUID project, MailboxKey mailbox, UUID cause, ForgeWrite write) {}

    /** The comment stands on the forge; {@code commentId} is null for a status that a newer one has overtaken. */
    record Commented(Written written, String commentId) implements ForgeWriteResult {}

    /** The branch's open merge request, just opened or found. */
    record MergeRequestOpened(Written written, ForgeMergeRequest mergeRequest) implements ForgeWriteResult {}

    /** The issue is gone or was transferred, by the rule of {@link IssueAnswer}; the mailbox's other writes are dropped silently. */
    record IssueGone(Written written, boolean moved) implements ForgeWriteResult {}

    /** The forge refuses it for good, or did not take it in all attempts. */
    record Refused(Written written, ForgeFailure failure) implements ForgeWriteResult {}
}

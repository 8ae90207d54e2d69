package dev.alfred.mailbox.forge.model;

import dev.alfred.contracts.issueevents.IssueSnapshot;

/**
 * What the forge says about one issue. {@code Gone} only when the issue answers 404 or 410 and its project answers 200
 * with issues switched on; everything doubtful is a {@code Failed}.
 */
public sealed interface IssueAnswer {
    /** There, with its labels and state as of now. */
    record Present(IssueSnapshot issue) implements IssueAnswer {}

    record Gone() implements IssueAnswer {}

    /** Transferred: the forge redirects to where it is now. */
    record Moved() implements IssueAnswer {}

    /** Nothing is known, and nothing may be cleaned up. */
    record Failed(ForgeFailure failure) implements IssueAnswer {}
}

package dev.alfred.mailbox.forge.model;

/**
 * One thing that Alfred writes to a forge, asked for in a deciding transaction and done later, exactly once, in order
 * per mailbox. {@code iid} is the number of the issue (or merge request) that the mailbox gathers.
 */
public sealed interface ForgeWrite {
    long iid();

    /** A comment of its own: a plan, an answer, a question, a notice. */
    record PostComment(long iid, CommentKind kind, String text, ReplyTo inReplyTo) implements ForgeWrite {}

    /** The mailbox's one living status comment, edited in place, and exactly this one of the five state labels. */
    record UpdateStatus(long iid, StateLabel state, String text) implements ForgeWrite {}

    /** A draft merge request that closes the issue, assigned to Alfred's own account. An open one is taken instead. */
    record OpenMergeRequest(long iid, String branch, String base, String title, String body) implements ForgeWrite {}

    /** What a comment is, for people who look at what was written. */
    enum CommentKind {
        PLAN,
        ANSWER,
        QUESTION,
        SUMMARY,
        NOTICE,
        FAILURE
    }

    /** The comment that a reply answers; the login is who asked. */
    record ReplyTo(String commentId, String login) {}
}

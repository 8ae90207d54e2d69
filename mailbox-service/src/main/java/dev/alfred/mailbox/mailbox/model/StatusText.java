package dev.alfred.mailbox.mailbox.model;

import java.util.Optional;

import dev.alfred.mailbox.forge.model.StateLabel;
import dev.alfred.mailbox.phase.model.BlockReason;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Standing;

/**
 * What the living status comment says and which state label the issue bears.
 *
 * @param text Markdown
 */
public record StatusText(StateLabel label, String text) {

    /** Nothing for issues that Alfred has nothing to do with, and for those that are gone. */
    public static Optional<StatusText> of(MailboxState mailbox) {
        if (!mailbox.work().engaged()) {
            return Optional.empty();
        }
        return switch (mailbox.standing()) {
            case Standing.Open ignored -> some(StateLabel.WAITING, "Ready, nothing is asked for.", mailbox);
            case Standing.Freezing ignored -> some(StateLabel.QUEUED, "Queued.", mailbox);
            case Standing.Queued(var run) ->
                some(StateLabel.QUEUED, "Queued: `%s`.".formatted(run.phase().wire()), mailbox);
            case Standing.Running(var run) ->
                some(StateLabel.RUNNING, "Running: `%s`.".formatted(run.phase().wire()), mailbox);
            case Standing.Closing ignored -> Optional.empty();
            case Standing.Waiting waiting -> some(StateLabel.WAITING, waiting(waiting), mailbox);
            case Standing.Blocked blocked -> some(StateLabel.BLOCKED, blocked(blocked), mailbox);
            case Standing.Closed closed -> closed(closed, mailbox);
        };
    }

    private static Optional<StatusText> closed(Standing.Closed closed, MailboxState mailbox) {
        return switch (closed.cause()) {
            case DONE -> some(StateLabel.DONE, "Done.", mailbox);
            case CANCELLED -> some(StateLabel.DONE, "Cancelled.", mailbox);
            case GONE -> Optional.empty();
        };
    }

    private static String waiting(Standing.Waiting waiting) {
        return switch (waiting.why()) {
            case APPROVAL ->
                "Waiting for approval: `/alfred approve` or the label `alfred:approved` starts the development.";
            case MERGE_REQUEST -> "Waiting for the merge request.";
            case SHADOW -> "Only watching.";
        };
    }

    private static String blocked(Standing.Blocked blocked) {
        String what = "Blocked: `%s`.".formatted(blocked.reason());
        return what + " " + help(blocked.why());
    }

    private static String help(BlockReason why) {
        return switch (why) {
            case QUESTION -> "The next comment by somebody with write access answers the question.";
            case NO_CHANGES -> "`/alfred develop …` says what should be different.";
            case RUN_FAILED,
                    RUN_CANCELLED,
                    BRANCH_NAMESPACE_TAKEN,
                    BRANCH_TAKEN,
                    EMPTY_REPOSITORY,
                    MERGE_REQUEST_FAILED -> "`/alfred retry` tries it again.";
            case BUDGET -> "With a raised `MAILBOX_BUDGET_USD` or `MAILBOX_TOKEN_LIMIT`, `/alfred retry` goes on.";
            case UNTRIGGERED -> "Put the label on again to go on.";
            case PAUSED -> "`/alfred unblock` goes on.";
        };
    }

    private static Optional<StatusText> some(StateLabel label, String what, MailboxState mailbox) {
        StringBuilder text = new StringBuilder(what);
        if (mailbox.branch() != null) {
            text.append("\n\nBranch: `").append(mailbox.branch().name()).append('`');
        }
        if (mailbox.mergeRequest() != null) {
            text.append("\n\nMerge request: ").append(mailbox.mergeRequest().url());
        }
        return Optional.of(new StatusText(label, text.toString()));
    }
}

package dev.alfred.mailbox.mailbox;

import java.time.Instant;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;

/** The seam between messages and the model: who did it, when, and what makes two of them the same. */
final class MailboxMessages {
    private MailboxMessages() {}

    static String login(IssueEvent event) {
        Actor actor = event.context().actor();
        return actor == null ? Actor.GHOST.login() : actor.login();
    }

    /** Two comment events with the same subject tell the same words once more. Null for events of which each counts. */
    static String subject(IssueEvent event) {
        return switch (event) {
            case IssueEvent.Commented(var context, var issue, IssueComment comment) -> "comment:" + comment.id();
            case IssueEvent.CommentEdited(var context, var issue, IssueComment comment, var former) ->
                comment.updatedAt() == null
                        ? null
                        : "comment:" + comment.id() + ":" + comment.updatedAt() + ":"
                                + comment.body().hashCode();
            case IssueEvent.CommentDeleted ignored -> null;
            case IssueEvent.Opened ignored -> null;
            case IssueEvent.Edited ignored -> null;
            case IssueEvent.Labeled ignored -> null;
            case IssueEvent.Unlabeled ignored -> null;
            case IssueEvent.LabelsChanged ignored -> null;
            case IssueEvent.Closed ignored -> null;
            case IssueEvent.Reopened ignored -> null;
            case IssueEvent.Deleted ignored -> null;
        };
    }

    static Instant occurredAt(RunEvent event, Instant sent) {
        return switch (event) {
            case RunEvent.Started started -> orElse(started.startedAt(), sent);
            case RunEvent.SessionKnown ignored -> sent;
            case RunEvent.Succeeded(RunReport report) -> orElse(report.endedAt(), sent);
            case RunEvent.Failed(RunReport report) -> orElse(report.endedAt(), sent);
            case RunEvent.Cancelled(RunReport report) -> orElse(report.endedAt(), sent);
            case RunEvent.TimedOut(RunReport report) -> orElse(report.endedAt(), sent);
            case RunEvent.Lost(RunReport report) -> orElse(report.endedAt(), sent);
        };
    }

    private static Instant orElse(Instant time, Instant otherwise) {
        return time == null ? otherwise : time;
    }
}

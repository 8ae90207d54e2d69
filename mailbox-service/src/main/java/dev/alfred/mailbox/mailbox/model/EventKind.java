package dev.alfred.mailbox.mailbox.model;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.phase.model.Input;

/** The kinds of event that a mailbox gathers, as metrics and lists name them. */
public enum EventKind implements Wire {
    ISSUE_OPENED,
    ISSUE_EDITED,
    ISSUE_LABELED,
    ISSUE_UNLABELED,
    ISSUE_LABELS_CHANGED,
    ISSUE_CLOSED,
    ISSUE_REOPENED,
    ISSUE_DELETED,
    COMMENTED,
    COMMENT_EDITED,
    COMMENT_DELETED,
    COMMAND,
    RUN_WISHED,
    RUN_STARTED,
    RUN_SESSION_KNOWN,
    RUN_SUCCEEDED,
    RUN_FAILED,
    RUN_CANCELLED,
    RUN_TIMED_OUT,
    RUN_LOST,
    BRANCHES_ASKED,
    MERGE_REQUEST_OPENED,
    MERGE_REQUEST_REFUSED,
    ISSUE_VANISHED,
    MOMENT_ENDED;

    public static EventKind of(Input input) {
        return switch (input) {
            case Input.IssueHappened(IssueEvent event) -> of(event);
            case Input.Commanded ignored -> COMMAND;
            case Input.RunWished ignored -> RUN_WISHED;
            case Input.RunHappened(RunEvent event) -> of(event);
            case Input.BranchesAsked() -> BRANCHES_ASKED;
            case Input.MergeRequestOpened ignored -> MERGE_REQUEST_OPENED;
            case Input.MergeRequestRefused ignored -> MERGE_REQUEST_REFUSED;
            case Input.IssueVanished() -> ISSUE_VANISHED;
            case Input.MomentEnded() -> MOMENT_ENDED;
        };
    }

    public static EventKind of(IssueEvent event) {
        return switch (event) {
            case IssueEvent.Opened ignored -> ISSUE_OPENED;
            case IssueEvent.Edited ignored -> ISSUE_EDITED;
            case IssueEvent.Labeled ignored -> ISSUE_LABELED;
            case IssueEvent.Unlabeled ignored -> ISSUE_UNLABELED;
            case IssueEvent.LabelsChanged ignored -> ISSUE_LABELS_CHANGED;
            case IssueEvent.Closed ignored -> ISSUE_CLOSED;
            case IssueEvent.Reopened ignored -> ISSUE_REOPENED;
            case IssueEvent.Deleted ignored -> ISSUE_DELETED;
            case IssueEvent.Commented ignored -> COMMENTED;
            case IssueEvent.CommentEdited ignored -> COMMENT_EDITED;
            case IssueEvent.CommentDeleted ignored -> COMMENT_DELETED;
        };
    }

    private static EventKind of(RunEvent event) {
        return switch (event) {
            case RunEvent.Started ignored -> RUN_STARTED;
            case RunEvent.SessionKnown ignored -> RUN_SESSION_KNOWN;
            case RunEvent.Succeeded ignored -> RUN_SUCCEEDED;
            case RunEvent.Failed ignored -> RUN_FAILED;
            case RunEvent.Cancelled ignored -> RUN_CANCELLED;
            case RunEvent.TimedOut ignored -> RUN_TIMED_OUT;
            case RunEvent.Lost ignored -> RUN_LOST;
        };
    }
}

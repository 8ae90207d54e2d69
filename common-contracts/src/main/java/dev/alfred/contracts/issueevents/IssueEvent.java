package dev.alfred.contracts.issueevents;

/** What happened to an issue, in one vocabulary for all forges. Key on the topic: {@code {connection}/{repositoryId}}. */
public sealed interface IssueEvent {
    EventContext context();

    IssueSnapshot issue();

    /** The topic's key: all events of a project keep their order. */
    default String key() {
        return context().connection() + "/" + context().repositoryId();
    }

    /** A new issue. Labels given at creation need not come as label events. */
    record Opened(EventContext context, IssueSnapshot issue) implements IssueEvent {}

    /** Title or body changed; the former values are null where they did not change. */
    record Edited(EventContext context, IssueSnapshot issue, String formerTitle, String formerBody)
            implements IssueEvent {}

    record Labeled(EventContext context, IssueSnapshot issue, String label) implements IssueEvent {}

    record Unlabeled(EventContext context, IssueSnapshot issue, String label) implements IssueEvent {}

    /** Labels changed and the forge does not say which; the difference to what is known has to be taken. */
    record LabelsChanged(EventContext context, IssueSnapshot issue) implements IssueEvent {}

    record Closed(EventContext context, IssueSnapshot issue) implements IssueEvent {}

    record Reopened(EventContext context, IssueSnapshot issue) implements IssueEvent {}

    record Deleted(EventContext context, IssueSnapshot issue) implements IssueEvent {}

    record Commented(EventContext context, IssueSnapshot issue, IssueComment comment) implements IssueEvent {}

    /** The editor is the context's actor, who need not be the comment's author. */
    record CommentEdited(EventContext context, IssueSnapshot issue, IssueComment comment, String formerBody)
            implements IssueEvent {}

    record CommentDeleted(EventContext context, IssueSnapshot issue, IssueComment comment) implements IssueEvent {}
}

package dev.alfred.mailbox.phase.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;

/** Says what has to be read from the forge before an input can be decided. Reads as little as possible. */
public final class FactsPlanner {
    private FactsPlanner() {}

    public static Set<FactNeed> plan(MailboxState mailbox, Input input, Bot bot, String triggerLabel) {
        return switch (input) {
            case Input.IssueHappened(IssueEvent event) -> issue(mailbox, event, bot, triggerLabel);
            case Input.BranchesAsked() ->
                mailbox.branch() == null
                        ? EnumSet.of(FactNeed.REPOSITORY, FactNeed.BRANCHES, FactNeed.COMMENTS)
                        : EnumSet.of(FactNeed.REPOSITORY);
            case Input.Commanded ignored -> none();
            case Input.RunWished ignored -> none();
            case Input.RunHappened ignored -> none();
            case Input.MergeRequestOpened ignored -> none();
            case Input.MergeRequestRefused ignored -> none();
            case Input.IssueVanished() -> none();
            case Input.MomentEnded() -> none();
        };
    }

    private static Set<FactNeed> issue(MailboxState mailbox, IssueEvent event, Bot bot, String triggerLabel) {
        if (event.issue().mergeRequest() || event.issue().confidential()) {
            return none();
        }
        Actor actor = event.context().actor();
        return switch (event) {
            case IssueEvent.Closed ignored -> andMergeRequest(mailbox, FactNeed.ISSUE);
            case IssueEvent.Reopened ignored -> andMergeRequest(mailbox, FactNeed.ISSUE);
            case IssueEvent.Deleted ignored -> EnumSet.of(FactNeed.ISSUE);
            case IssueEvent.Opened opened ->
                !bot.is(actor) && asksAtBirth(opened, bot, triggerLabel)
                        ? andMergeRequest(mailbox, FactNeed.REPOSITORY, FactNeed.ACTOR, FactNeed.ISSUE)
                        : none();
            case IssueEvent.Edited ignored -> bot.is(actor) ? none() : EnumSet.of(FactNeed.ACTOR);
            case IssueEvent.Labeled labeled ->
                !bot.is(actor) && counts(labeled.label(), triggerLabel)
                        ? andMergeRequest(mailbox, FactNeed.REPOSITORY, FactNeed.ACTOR, FactNeed.ISSUE)
                        : none();
            case IssueEvent.Unlabeled unlabeled ->
                !bot.is(actor) && unlabeled.label().equals(triggerLabel) ? EnumSet.of(FactNeed.ISSUE) : none();
            case IssueEvent.LabelsChanged ignored ->
                bot.is(actor) ? none() : andMergeRequest(mailbox, FactNeed.REPOSITORY, FactNeed.ACTOR, FactNeed.ISSUE);
            case IssueEvent.Commented commented -> comment(mailbox, commented.comment(), actor, bot);
            case IssueEvent.CommentEdited edited -> comment(mailbox, edited.comment(), actor, bot);
            case IssueEvent.CommentDeleted ignored -> none();
        };
    }

    /** Every human's comment: whether its words may go into a prompt depends on who wrote them. */
    private static Set<FactNeed> comment(MailboxState mailbox, IssueComment comment, Actor actor, Bot bot) {
        boolean alfreds = comment.author() != null && bot.is(comment.author());
        if (bot.is(actor) || alfreds || actor.bot()) {
            return none();
        }
        boolean asks = CommentRules.answersQuestion(mailbox)
                || CommentReader.read(comment.body(), bot.login()).addressed();
        return asks ? EnumSet.of(FactNeed.REPOSITORY, FactNeed.ACTOR) : EnumSet.of(FactNeed.ACTOR);
    }

    private static boolean asksAtBirth(IssueEvent.Opened opened, Bot bot, String triggerLabel) {
        return opened.issue().labels().stream().anyMatch(label -> counts(label, triggerLabel))
                || CommentReader.read(opened.issue().body(), bot.login()).addressed();
    }

    private static boolean counts(String label, String triggerLabel) {
        return label.equals(triggerLabel) || label.equals(PhaseDecider.APPROVED_LABEL);
    }

    /** What closes or opens a mailbox depends on whether its merge request, if it has one, is merged. */
    private static Set<FactNeed> andMergeRequest(MailboxState mailbox, FactNeed... needs) {
        Set<FactNeed> all = EnumSet.copyOf(List.of(needs));
        if (mailbox.mergeRequest() != null) {
            all.add(FactNeed.MERGE_REQUEST);
        }
        return all;
    }

    private static Set<FactNeed> none() {
        return EnumSet.noneOf(FactNeed.class);
    }
}

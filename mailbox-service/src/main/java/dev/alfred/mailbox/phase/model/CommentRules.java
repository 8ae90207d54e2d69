package dev.alfred.mailbox.phase.model;

import java.util.Comparator;
import java.util.List;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.Mode;
import dev.alfred.mailbox.setting.model.UntrustedText;

/** What comments mean: commands, questions, answers to the agent's question, or context only. */
final class CommentRules {
    private CommentRules() {}

    /** @param former the comment's words before an edit, or null */
    static Decision commented(
            MailboxState state, IssueEvent event, IssueComment comment, String former, Facts facts, Circumstances now) {
        Actor actor = event.context().actor();
        if (now.bot().is(actor) || (comment.author() != null && now.bot().is(comment.author()))) {
            return Decision.ignore(state, Ignored.OWN_EVENT);
        }
        if (actor.bot()) {
            return Decision.ignore(state, Ignored.OTHER_BOT);
        }
        CommentReader.Reading reading =
                CommentReader.read(comment.body(), now.bot().login());
        if (!facts.actorMayCommand()) {
            return outsider(state, reading, now);
        }
        if (former != null
                && reading.addressed()
                && reading.equals(CommentReader.read(former, now.bot().login()))) {
            return Decision.ignore(state, Ignored.ALREADY_TRIED);
        }
        var ask = new Due.Ask(
                now.event(),
                actor.login(),
                comment.id(),
                comment.body(),
                event.context().occurredAt());
        return reading.commands().isEmpty()
                ? spoken(state, event, reading.addressed(), ask, facts, now)
                : commanded(state, reading, ask, now);
    }

    private static Decision outsider(MailboxState state, CommentReader.Reading reading, Circumstances now) {
        boolean taints = state.work().engaged() && now.settings().untrustedText() == UntrustedText.QUOTE;
        MailboxState next = taints ? state.doing(state.work().taint()) : state;
        return Decision.ignore(next, reading.addressed() ? Ignored.NOT_ALLOWED : Ignored.NOT_ADDRESSED);
    }

    /**
     * All commands of the comment, each on what the one before made of the mailbox. While something is under way those
     * that act at once go first, and the comment is kept for the others.
     */
    private static Decision commanded(
            MailboxState state, CommentReader.Reading reading, Due.Ask ask, Circumstances now) {
        Decision all = null;
        Decision kept = null;
        for (Command command : inOrder(reading.commands(), state.standing().active())) {
            MailboxState current = all == null ? state : all.next();
            String text = command instanceof Command.Develop(String wish) ? wish : null;
            Decision one = CommandRules.decide(
                    current, command, new Due.Ask(ask.cause(), ask.by(), ask.commentId(), text, ask.at()), now);
            if (one.outcome() == Outcome.KEEP) {
                kept = one;
            } else {
                all = all == null ? one : all.then(one);
            }
        }
        if (kept == null || all == null) {
            return kept == null ? all : kept;
        }
        return new Decision(all.next(), all.effects(), Outcome.KEEP, kept.reason());
    }

    private static List<Command> inOrder(List<Command> commands, boolean active) {
        return active
                ? commands.stream()
                        .sorted(Comparator.comparing(command -> !command.atOnce()))
                        .toList()
                : commands;
    }

    private static Decision spoken(
            MailboxState state, IssueEvent event, boolean addressed, Due.Ask ask, Facts facts, Circumstances now) {
        if (now.settings().mode() == Mode.OFF) {
            return Decision.ignore(state, addressed ? Ignored.MODE_OFF : Ignored.NOT_ADDRESSED);
        }
        if (!addressed && !answersQuestion(state)) {
            return Decision.ignore(state, Ignored.NOT_ADDRESSED);
        }
        if (state.standing().active()) {
            return Decision.keep(state, CommandRules.RUN_ACTIVE);
        }
        return switch (state.standing()) {
            case Standing.Open ignored ->
                event.issue().open() ? opening(state, ask, now) : Decision.ignore(state, Ignored.ISSUE_CLOSED);
            case Standing.Blocked(BlockReason why, var detail, Phase phase, var before) ->
                switch (why) {
                    case QUESTION -> CommandRules.due(vouched(state), phase, ask);
                    case PAUSED -> Decision.ignore(state, Ignored.PAUSED);
                    case UNTRIGGERED -> Decision.ignore(state, Ignored.UNTRIGGERED);
                    case NO_CHANGES,
                            RUN_FAILED,
                            RUN_CANCELLED,
                            BRANCH_NAMESPACE_TAKEN,
                            BRANCH_TAKEN,
                            EMPTY_REPOSITORY,
                            BUDGET,
                            MERGE_REQUEST_FAILED -> CommandRules.due(state, Phase.ANSWER, ask);
                };
            case Standing.Waiting ignored -> CommandRules.due(state, Phase.ANSWER, ask);
            case Standing.Freezing ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Queued ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Running ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Closing ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        };
    }

    /** A mention triggers, and its words belong to the plan; where something else asked for work they get an answer. */
    private static Decision opening(MailboxState state, Due.Ask ask, Circumstances now) {
        return state.due().stream().allMatch(due -> due.phase() == Phase.ANALYSIS && due.spoken())
                ? IssueRules.first(state, ask, now)
                : CommandRules.due(state, Phase.ANSWER, ask);
    }

    /** Whether any word of somebody who may command goes on with the work. */
    static boolean answersQuestion(MailboxState state) {
        return state.standing() instanceof Standing.Blocked(BlockReason why, var detail, var phase, var before)
                && why == BlockReason.QUESTION;
    }

    private static MailboxState vouched(MailboxState state) {
        return state.doing(state.work().vouched());
    }
}

package dev.alfred.mailbox.phase.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.Mode;

/** What the forge's events about an issue mean. The forge's word of now counts more than the webhook's of then. */
final class IssueRules {
    private static final Set<String> NOT_PLANNED = Set.of("not_planned", "duplicate");

    private IssueRules() {}

    static Decision decide(MailboxState before, IssueEvent event, Facts facts, Circumstances now) {
        if (event.issue().mergeRequest()) {
            return Decision.ignore(before, Ignored.MERGE_REQUEST);
        }
        if (event.issue().confidential()) {
            return Decision.ignore(before, Ignored.CONFIDENTIAL);
        }
        return switch (facts.issue()) {
            case Facts.IssueFact.Gone() -> CloseRules.close(before, CloseCause.GONE, login(event), now);
            case Facts.IssueFact.Moved() -> CloseRules.close(before, CloseCause.GONE, login(event), now);
            case Facts.IssueFact.Present(IssueSnapshot current)
            when current.confidential() && current.open() -> Decision.ignore(before, Ignored.CONFIDENTIAL);
            case Facts.IssueFact.Present(IssueSnapshot current) ->
                happened(before.knowing(current), event, current, facts, now);
            case Facts.IssueFact.Unasked() -> happened(before.knowing(event.issue()), event, event.issue(), facts, now);
        };
    }

    private static Decision happened(
            MailboxState state, IssueEvent event, IssueSnapshot issue, Facts facts, Circumstances now) {
        return switch (event) {
            case IssueEvent.Opened opened -> opened(state, opened, issue, facts, now);
            case IssueEvent.Edited ignored -> edited(state, event, facts, now);
            case IssueEvent.Labeled(var context, var then, String label) ->
                labeled(state, event, label, issue, facts, now);
            case IssueEvent.Unlabeled(var context, var then, String label) ->
                unlabeled(state, event, label, issue, now);
            case IssueEvent.LabelsChanged ignored -> labelsChanged(state, event, issue, facts, now);
            case IssueEvent.Closed ignored -> closed(state, event, issue, facts, now);
            case IssueEvent.Reopened ignored -> reopened(state, issue, facts);
            case IssueEvent.Deleted ignored -> Decision.ignore(state, Ignored.ISSUE_PRESENT);
            case IssueEvent.Commented(var context, var then, var comment) ->
                CommentRules.commented(state, event, comment, null, facts, now);
            case IssueEvent.CommentEdited(var context, var then, var comment, String former) ->
                CommentRules.commented(state, event, comment, former, facts, now);
            case IssueEvent.CommentDeleted ignored -> Decision.of(state, Outcome.NOTE, "comment_deleted");
        };
    }

    private static Decision opened(
            MailboxState before, IssueEvent.Opened event, IssueSnapshot issue, Facts facts, Circumstances now) {
        if (now.bot().is(event.context().actor())) {
            return Decision.ignore(before, Ignored.OWN_EVENT);
        }
        MailboxState state = withLabels(before, issue.labels());
        boolean trigger = issue.labels().contains(now.settings().triggerLabel());
        boolean approved = issue.labels().contains(PhaseDecider.APPROVED_LABEL);
        boolean mentioned = CommentReader.read(issue.body(), now.bot().login()).addressed();
        if (!trigger && !approved && !mentioned) {
            return Decision.ignore(state, Ignored.NOT_ADDRESSED);
        }
        if (!issue.open()) {
            return Decision.ignore(state, Ignored.ISSUE_CLOSED);
        }
        return asked(before, state, event, trigger || mentioned, approved, facts, now);
    }

    private static Decision edited(MailboxState state, IssueEvent event, Facts facts, Circumstances now) {
        if (now.bot().is(event.context().actor())) {
            return Decision.ignore(state, Ignored.OWN_EVENT);
        }
        if (facts.actorMayCommand() || !state.work().engaged()) {
            return Decision.of(state, Outcome.NOTE, "edited");
        }
        return Decision.of(state.doing(state.work().taint()), Outcome.NOTE, "tainted");
    }

    private static Decision labeled(
            MailboxState before, IssueEvent event, String label, IssueSnapshot issue, Facts facts, Circumstances now) {
        if (now.bot().is(event.context().actor())) {
            return Decision.ignore(before, Ignored.OWN_EVENT);
        }
        boolean trigger = label.equals(now.settings().triggerLabel());
        boolean approved = label.equals(PhaseDecider.APPROVED_LABEL);
        if (!trigger && !approved) {
            return Decision.ignore(before.doing(before.work().label(label, true)), Ignored.OTHER_LABEL);
        }
        if (!issue.labels().contains(label)) {
            return Decision.ignore(withLabels(before, issue.labels()), Ignored.LABEL_ABSENT);
        }
        MailboxState state = before.doing(before.work().label(label, true));
        if (!issue.open()) {
            return Decision.ignore(state, Ignored.ISSUE_CLOSED);
        }
        return asked(before, state, event, trigger, approved, facts, now);
    }

    private static Decision unlabeled(
            MailboxState before, IssueEvent event, String label, IssueSnapshot issue, Circumstances now) {
        if (now.bot().is(event.context().actor())) {
            return Decision.ignore(before, Ignored.OWN_EVENT);
        }
        if (!label.equals(now.settings().triggerLabel())) {
            return Decision.ignore(before.doing(before.work().label(label, false)), Ignored.OTHER_LABEL);
        }
        if (issue.labels().contains(label)) {
            return Decision.ignore(withLabels(before, issue.labels()), Ignored.LABEL_PRESENT);
        }
        return untrigger(before.doing(before.work().label(label, false)), login(event));
    }

    /** Which labels changed is the difference between what was known and what the issue bears now. */
    private static Decision labelsChanged(
            MailboxState before, IssueEvent event, IssueSnapshot issue, Facts facts, Circumstances now) {
        if (now.bot().is(event.context().actor())) {
            return Decision.ignore(before, Ignored.OWN_EVENT);
        }
        String triggerLabel = now.settings().triggerLabel();
        Set<String> added = new HashSet<>(issue.labels());
        added.removeAll(before.work().labels());
        MailboxState state = withLabels(before, issue.labels());
        if (before.work().labels().contains(triggerLabel) && !issue.labels().contains(triggerLabel)) {
            return untrigger(state, login(event));
        }
        boolean trigger = added.contains(triggerLabel);
        boolean approved = added.contains(PhaseDecider.APPROVED_LABEL);
        if (!trigger && !approved) {
            return Decision.ignore(state, Ignored.OTHER_LABEL);
        }
        if (!issue.open()) {
            return Decision.ignore(state, Ignored.ISSUE_CLOSED);
        }
        return asked(before, state, event, trigger, approved, facts, now);
    }

    /** Labels (or a mention at birth) ask for work: the trigger, the approval, or both. */
    private static Decision asked(
            MailboxState before,
            MailboxState state,
            IssueEvent event,
            boolean trigger,
            boolean approved,
            Facts facts,
            Circumstances now) {
        if (!facts.actorMayCommand()) {
            return Decision.ignore(state, Ignored.NOT_ALLOWED);
        }
        if (now.settings().mode() == Mode.OFF) {
            return Decision.ignore(state, Ignored.MODE_OFF);
        }
        if (before.standing().active()) {
            return Decision.keep(before, CommandRules.RUN_ACTIVE);
        }
        var ask = new Due.Ask(
                now.event(), login(event), null, null, event.context().occurredAt());
        if (!trigger) {
            return CommandRules.decide(state, new Command.Approve(), ask, now);
        }
        Decision triggered = trigger(state, ask, facts, now);
        return approved
                ? triggered.then(CommandRules.decide(triggered.next(), new Command.Approve(), ask, now))
                : triggered;
    }

    /** Somebody allowed to asks Alfred to work on the issue. */
    static Decision trigger(MailboxState state, Due.Ask ask, Facts facts, Circumstances now) {
        return switch (state.standing()) {
            case Standing.Open ignored ->
                state.work().triggered() && !approvedAhead(state, now)
                        ? Decision.ignore(state, Ignored.ALREADY_TRIGGERED)
                        : first(state, ask, now);
            case Standing.Waiting ignored -> Decision.ignore(state, Ignored.ALREADY_TRIGGERED);
            case Standing.Blocked(BlockReason why, var detail, var phase, Standing held)
            when why == BlockReason.UNTRIGGERED -> retrigger(state, held, ask, now);
            case Standing.Blocked(BlockReason why, var detail, var phase, var held) ->
                Decision.ignore(state, why == BlockReason.PAUSED ? Ignored.PAUSED : Ignored.ALREADY_TRIGGERED);
            case Standing.Closed closed ->
                closed.at().isAfter(ask.at())
                        ? Decision.ignore(state, Ignored.MAILBOX_CLOSED)
                        : again(CloseRules.reopen(state, facts.merged()), ask, now);
            case Standing.Freezing ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Queued ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Running ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Closing ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
        };
    }

    /** The approval of this moment was heard of before its trigger: the plan that it approves is still to come. */
    private static boolean approvedAhead(MailboxState state, Circumstances now) {
        return firstPhase(state, now) == Phase.ANALYSIS
                && state.due(Phase.ANALYSIS).isEmpty()
                && state.due(Phase.DEVELOPMENT).filter(Due::wordless).isPresent();
    }

    private static Decision again(Decision reopened, Due.Ask ask, Circumstances now) {
        return reopened.then(first(reopened.next(), ask, now));
    }

    private static Decision retrigger(MailboxState state, Standing held, Due.Ask ask, Circumstances now) {
        MailboxState free =
                state.doing(state.work().triggered(ask.by())).at(held == null ? PhaseDecider.resting(state) : held);
        Decision unblocked = Decision.of(free, Outcome.UNBLOCK, BlockReason.UNTRIGGERED.wire());
        return free.standing() instanceof Standing.Open ? unblocked.then(first(free, ask, now)) : unblocked;
    }

    /** The first phase: the plan, unless there is work to go on with or the project wants none. */
    static Decision first(MailboxState state, Due.Ask ask, Circumstances now) {
        return CommandRules.due(state.doing(state.work().triggered(ask.by())), firstPhase(state, now), ask);
    }

    private static Phase firstPhase(MailboxState state, Circumstances now) {
        boolean goesOn = state.work().committed() || state.mergeRequest() != null;
        return goesOn || !now.settings().analysisFirst() ? Phase.DEVELOPMENT : Phase.ANALYSIS;
    }

    private static Decision untrigger(MailboxState labelled, String by) {
        if (!labelled.work().triggered()) {
            return Decision.ignore(labelled, Ignored.NOT_TRIGGERED);
        }
        MailboxState state = labelled.doing(labelled.work().untriggered());
        return switch (state.standing()) {
            case Standing.Queued(var run) ->
                stop(state.at(new Standing.Queued(run.stopping(StopCause.UNTRIGGERED))), run, by);
            case Standing.Running(var run) ->
                stop(state.at(new Standing.Running(run.stopping(StopCause.UNTRIGGERED))), run, by);
            case Standing.Freezing ignored -> hold(state, PhaseDecider.firstDue(state), null);
            case Standing.Open ignored -> hold(state, PhaseDecider.firstDue(state), null);
            case Standing.Waiting waiting -> hold(state, null, waiting);
            case Standing.Blocked blocked ->
                blocked.why() == BlockReason.PAUSED
                        ? Decision.ignore(labelled, Ignored.PAUSED)
                        : hold(state, null, blocked);
            case Standing.Closing ignored -> Decision.ignore(labelled, Ignored.ALREADY_CLOSING);
            case Standing.Closed ignored -> Decision.ignore(labelled, Ignored.MAILBOX_CLOSED);
        };
    }

    /** @param phase what was asked for and is broken off, or null */
    private static Decision hold(MailboxState state, Phase phase, Standing before) {
        var held = new Standing.Blocked(BlockReason.UNTRIGGERED, null, phase, before);
        return Decision.of(state.at(held).owing(List.of()), Outcome.BLOCK, held.reason());
    }

    private static Decision stop(MailboxState state, Standing.ActiveRun run, String by) {
        String why = StopCause.UNTRIGGERED.wire();
        return run.stop() == null
                ? Decision.of(state.owing(List.of()), Outcome.STOP, why, new Effect.CancelRun(run.id(), by, why))
                : Decision.of(state.owing(List.of()), Outcome.STOP, why);
    }

    private static Decision closed(
            MailboxState state, IssueEvent event, IssueSnapshot issue, Facts facts, Circumstances now) {
        if (issue.open()) {
            return Decision.ignore(state, Ignored.ISSUE_OPEN);
        }
        CloseCause cause = issue.stateReason() != null && NOT_PLANNED.contains(issue.stateReason())
                ? CloseCause.CANCELLED
                : CloseCause.DONE;
        return cause == CloseCause.DONE && facts.merged()
                ? CloseRules.merged(state, login(event), now)
                : CloseRules.close(state, cause, login(event), now);
    }

    private static Decision reopened(MailboxState state, IssueSnapshot issue, Facts facts) {
        if (!issue.open()) {
            return Decision.ignore(state, Ignored.ISSUE_CLOSED);
        }
        return switch (state.standing()) {
            case Standing.Closed ignored -> CloseRules.reopen(state, facts.merged());
            case Standing.Closing ignored -> Decision.keep(state, CommandRules.RUN_ACTIVE);
            case Standing.Open ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
            case Standing.Freezing ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
            case Standing.Queued ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
            case Standing.Running ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
            case Standing.Waiting ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
            case Standing.Blocked ignored -> Decision.ignore(state, Ignored.ISSUE_OPEN);
        };
    }

    private static MailboxState withLabels(MailboxState state, List<String> labels) {
        return state.doing(state.work().labels(Set.copyOf(labels)));
    }

    static String login(IssueEvent event) {
        Actor actor = event.context().actor();
        return actor == null ? Actor.GHOST.login() : actor.login();
    }
}

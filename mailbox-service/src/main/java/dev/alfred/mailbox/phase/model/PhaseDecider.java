package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * Decides what an input means for a mailbox. Pure; the only place where phases are chosen.
 *
 * <pre>
 * open     → freezing | queued | waiting | blocked | closed
 * freezing → queued | waiting | blocked | open | closed
 * queued   → running | closing | waiting | blocked | open
 * running  → closing | waiting | blocked | open
 * closing  → closed
 * waiting  → freezing | queued | blocked | closed
 * blocked  → freezing | queued | waiting | open | closed
 * closed   → open
 * </pre>
 *
 * <p>What people ask makes a phase due; the end of the moment ({@link Input.MomentEnded}) starts the most urgent one,
 * but a plan before the development that it is approved for and before all answers. While something is under way
 * ({@link Standing#active()}) only a stop, a cancel or a close is decided, everything else is kept
 * ({@link Outcome#KEEP}).
 */
public final class PhaseDecider {
    /** The label by which somebody approves a plan. */
    public static final String APPROVED_LABEL = "alfred:approved";

    private PhaseDecider() {}

    public static Decision decide(MailboxState state, Input input, Facts facts, Circumstances now) {
        return switch (input) {
            case Input.IssueHappened(var event) -> IssueRules.decide(state, event, facts, now);
            case Input.Commanded(Command command, String by, var at) ->
                CommandRules.decide(state, command, new Due.Ask(now.event(), by, null, wish(command), at), now);
            case Input.RunWished(var phase, String text, String by, var at) ->
                CommandRules.wish(state, phase, new Due.Ask(now.event(), by, null, text == null ? "" : text, at), now);
            case Input.RunHappened(var event) -> RunRules.decide(state, event, now);
            case Input.BranchesAsked() -> StartRules.freeze(state, facts, now);
            case Input.MergeRequestOpened(long iid, String url) -> opened(state, iid, url);
            case Input.MergeRequestRefused(String why) -> refused(state, why);
            case Input.IssueVanished() -> CloseRules.close(state, CloseCause.GONE, "alfred", now);
            case Input.MomentEnded() -> StartRules.settle(state, now);
        };
    }

    private static String wish(Command command) {
        return command instanceof Command.Develop(String text) ? text : null;
    }

    private static Decision opened(MailboxState state, long iid, String url) {
        return Decision.of(
                state.offering(new MailboxState.MergeRequest(iid, url)), Outcome.NOTE, "merge_request_opened");
    }

    private static Decision refused(MailboxState state, String why) {
        return switch (state.standing()) {
            case Standing.Waiting(WaitReason reason)
            when reason == WaitReason.MERGE_REQUEST -> {
                var blocked = new Standing.Blocked(BlockReason.MERGE_REQUEST_FAILED, why, null, null);
                yield Decision.of(
                        state.at(blocked),
                        Outcome.BLOCK,
                        blocked.reason(),
                        new Effect.PostComment(Effect.Tone.FAILURE, Notices.mergeRequestRefused(state, why), null));
            }
            case Standing.Open ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Freezing ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Queued ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Running ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Waiting ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Blocked ignored -> Decision.of(state, Outcome.NOTE, "merge_request_refused");
            case Standing.Closing ignored -> Decision.ignore(state, Ignored.ALREADY_CLOSING);
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        };
    }

    /** The phase that would start first of those that are due, or null. */
    static Phase firstDue(MailboxState state) {
        return state.due().isEmpty() ? null : StartRules.next(state).phase();
    }

    /** Where a mailbox stands when nothing holds it: what its work so far comes to. */
    static Standing resting(MailboxState state) {
        if (state.mergeRequest() != null || state.work().committed()) {
            return new Standing.Waiting(WaitReason.MERGE_REQUEST);
        }
        return state.work().planned() ? new Standing.Waiting(WaitReason.APPROVAL) : new Standing.Open();
    }
}

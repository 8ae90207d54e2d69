package dev.alfred.mailbox.phase.model;

import java.util.List;

import dev.alfred.contracts.vocabulary.CloseCause;

/** How mailboxes are closed and opened again. */
final class CloseRules {
    private CloseRules() {}

    /** A run under way is told to stop; the mailbox is closed after its end. */
    static Decision close(MailboxState state, CloseCause cause, String by, Circumstances now) {
        return close(state, cause, false, by, now);
    }

    /** The work is merged: a run under way may end. */
    static Decision merged(MailboxState state, String by, Circumstances now) {
        return close(state, CloseCause.DONE, true, by, now);
    }

    private static Decision close(MailboxState state, CloseCause cause, boolean mayEnd, String by, Circumstances now) {
        return switch (state.standing()) {
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
            case Standing.Closing(var run, CloseCause earlier) ->
                cause.ordinal() <= earlier.ordinal()
                        ? Decision.ignore(state, Ignored.ALREADY_CLOSING)
                        : closing(state, run, cause, mayEnd, by);
            case Standing.Queued(var run) -> closing(state, run, cause, mayEnd, by);
            case Standing.Running(var run) -> closing(state, run, cause, mayEnd, by);
            case Standing.Open ignored -> end(state, cause, now);
            case Standing.Freezing ignored -> end(state, cause, now);
            case Standing.Waiting ignored -> end(state, cause, now);
            case Standing.Blocked ignored -> end(state, cause, now);
        };
    }

    /** Closed for good: no run is under way any more. */
    static Decision end(MailboxState state, CloseCause cause, Circumstances now) {
        return Decision.of(
                state.at(new Standing.Closed(cause, now.now())).owing(List.of()),
                Outcome.CLOSE,
                cause.wire(),
                new Effect.PublishClosed(cause));
    }

    /** Keeps row and branch name; after a merge the branch's work is done, so that the next begins from the base. */
    static Decision reopen(MailboxState state, boolean merged) {
        Work work = state.work().untriggered().planned(false);
        MailboxState next = state.at(new Standing.Open()).doing(merged ? work.committed(false) : work);
        return Decision.of(
                merged ? next.offering(null) : next, Outcome.REOPEN, "reopened", new Effect.PublishReopened());
    }

    private static Decision closing(
            MailboxState state, Standing.ActiveRun run, CloseCause cause, boolean mayEnd, String by) {
        MailboxState next = state.owing(List.of());
        if (mayEnd || run.stop() != null) {
            return Decision.of(next.at(new Standing.Closing(run, cause)), Outcome.CLOSE, cause.wire());
        }
        return Decision.of(
                next.at(new Standing.Closing(run.stopping(StopCause.CLOSED), cause)),
                Outcome.CLOSE,
                cause.wire(),
                new Effect.CancelRun(run.id(), by, "mailbox " + cause.wire()));
    }
}

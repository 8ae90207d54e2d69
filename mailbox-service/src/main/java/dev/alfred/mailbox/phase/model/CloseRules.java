package dev.alfred.mailbox.phase.model;

import java.util.List;

import dev.alfred.contracts.vocabulary.CloseCause;

/** How mailboxes are closed and opened again. */
final class CloseRules {
    private CloseRules() {}

    /** A run under way is told to stop, but on {@code done} it may end; the mailbox is closed after its end. */
    static Decision close(MailboxState state, CloseCause cause, String by, Circumstances now) {
        return switch (state.standing()) {
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
            case Standing.Closing(var run, CloseCause earlier) -> {
                if (cause.ordinal() <= earlier.ordinal()) {
                    yield Decision.ignore(state, Ignored.ALREADY_CLOSING);
                }
                MailboxState next = state.at(new Standing.Closing(run, cause));
                yield earlier == CloseCause.DONE ? closing(next, run, cause, by) : closed(next, cause);
            }
            case Standing.Queued(var run) -> closing(state, run, cause, by);
            case Standing.Running(var run) -> closing(state, run, cause, by);
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
    static Decision reopen(MailboxState state, Standing.Closed closed, Boolean merged) {
        boolean finished = merged == null ? closed.cause() == CloseCause.DONE : merged;
        Work work = state.work().untriggered().planned(false);
        MailboxState next = state.at(new Standing.Open()).doing(finished ? work.committed(false) : work);
        return Decision.of(
                finished ? next.offering(null) : next, Outcome.REOPEN, "reopened", new Effect.PublishReopened());
    }

    private static Decision closing(MailboxState state, Standing.ActiveRun run, CloseCause cause, String by) {
        MailboxState next = state.at(new Standing.Closing(run, cause)).owing(List.of());
        return cause == CloseCause.DONE || run.stop() != null
                ? closed(next, cause)
                : Decision.of(
                        next,
                        Outcome.CLOSE,
                        cause.wire(),
                        new Effect.CancelRun(run.id(), by, "mailbox " + cause.wire()));
    }

    private static Decision closed(MailboxState next, CloseCause cause) {
        return Decision.of(next, Outcome.CLOSE, cause.wire());
    }
}

package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.Mode;

/** What commands do, whoever gives them: the right to command was checked before. */
final class CommandRules {
    /** Kept until the run under way has ended. */
    static final String RUN_ACTIVE = "run_active";

    private CommandRules() {}

    static Decision decide(MailboxState state, Command command, Due.Ask ask, Circumstances now) {
        if (state.standing() instanceof Standing.Closed) {
            return Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        }
        return switch (command) {
            case Command.Stop() -> stop(state, ask);
            case Command.Cancel() -> CloseRules.close(state, CloseCause.CANCELLED, ask.by(), now);
            case Command.Status() ->
                held(state)
                        .orElseGet(() -> Decision.of(
                                state,
                                Outcome.NOTE,
                                "status",
                                new Effect.PostComment(Effect.Tone.NOTICE, Notices.status(state), ask)));
            case Command.Unblock() -> held(state).orElseGet(() -> unblock(state, ask, now));
            case Command.Pause() -> held(state).orElseGet(() -> pause(state));
            case Command.Approve() -> working(state, now).orElseGet(() -> approve(state, ask));
            case Command.Develop(String text) ->
                working(state, now).orElseGet(() -> due(vouched(state, ask), Phase.DEVELOPMENT, ask));
            case Command.Retry() -> working(state, now).orElseGet(() -> retry(state, ask, now));
            case Command.Fresh() ->
                working(state, now)
                        .orElseGet(() -> Decision.of(
                                state.doing(state.work().freshRequested(true)), Outcome.NOTE, "fresh_requested"));
        };
    }

    /** Somebody asks for a run of a certain phase. */
    static Decision wish(MailboxState state, Phase phase, Due.Ask ask, Circumstances now) {
        if (state.standing() instanceof Standing.Closed) {
            return Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        }
        return working(state, now).orElseGet(() -> switch (phase) {
            case ANALYSIS, DEVELOPMENT, ANSWER -> due(vouched(state, ask), phase, ask);
            case CI_FIX, REVIEW_FIX, CONFLICT_RESOLUTION -> Decision.ignore(state, Ignored.PHASE_NOT_POSSIBLE);
        });
    }

    /** Makes a phase due. */
    static Decision due(MailboxState state, Phase phase, Due.Ask ask) {
        return Decision.of(state.owing(Due.with(state.due(), phase, ask)), Outcome.START, phase.wire());
    }

    /** Where a plan is due, it goes first: the approval counts when it is there. */
    static Decision approve(MailboxState state, Due.Ask ask) {
        Work.LastRun last = state.work().lastRun();
        boolean answered =
                last != null && last.phase() == Phase.DEVELOPMENT && ask.at().isBefore(last.endedAt());
        return switch (state.standing()) {
            case Standing.Waiting(WaitReason why)
            when why == WaitReason.MERGE_REQUEST -> Decision.ignore(state, Ignored.ALREADY_DEVELOPED);
            case Standing.Waiting ignored -> due(vouched(state, ask), Phase.DEVELOPMENT, ask);
            case Standing.Open ignored -> due(vouched(state, ask), Phase.DEVELOPMENT, ask);
            case Standing.Blocked ignored ->
                answered
                        ? Decision.ignore(state, Ignored.ALREADY_APPROVED)
                        : due(vouched(state, ask), Phase.DEVELOPMENT, ask);
            case Standing.Freezing ignored -> Decision.keep(state, RUN_ACTIVE);
            case Standing.Queued ignored -> Decision.keep(state, RUN_ACTIVE);
            case Standing.Running ignored -> Decision.keep(state, RUN_ACTIVE);
            case Standing.Closing ignored -> Decision.keep(state, RUN_ACTIVE);
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        };
    }

    private static Decision retry(MailboxState state, Due.Ask ask, Circumstances now) {
        if (state.standing() instanceof Standing.Blocked(BlockReason why, var detail, Phase phase, var before)) {
            if (why == BlockReason.MERGE_REQUEST_FAILED) {
                return offerAgain(state, now);
            }
            if (phase != null) {
                return due(vouched(state, ask), phase, ask);
            }
        }
        return Decision.ignore(state, Ignored.NOTHING_TO_RETRY);
    }

    private static Decision offerAgain(MailboxState mailbox, Circumstances now) {
        MailboxState state = mailbox.on(mailbox.branch().from(now.baseBranch()));
        return Decision.of(
                state.at(new Standing.Waiting(WaitReason.MERGE_REQUEST)),
                Outcome.WAIT,
                WaitReason.MERGE_REQUEST.wire(),
                new Effect.OpenMergeRequest(
                        state.branch().name(),
                        state.branch().base(),
                        state.issue().title(),
                        ""));
    }

    private static Decision stop(MailboxState state, Due.Ask ask) {
        return switch (state.standing()) {
            case Standing.Queued(var run) ->
                stop(state, run, new Standing.Queued(run.stopping(StopCause.COMMAND)), ask);
            case Standing.Running(var run) ->
                stop(state, run, new Standing.Running(run.stopping(StopCause.COMMAND)), ask);
            case Standing.Freezing ignored ->
                Decision.of(
                        state.at(new Standing.Blocked(
                                        BlockReason.RUN_CANCELLED, null, PhaseDecider.firstDue(state), null))
                                .owing(List.of()),
                        Outcome.BLOCK,
                        BlockReason.RUN_CANCELLED.wire());
            case Standing.Closing ignored -> Decision.ignore(state, Ignored.ALREADY_CLOSING);
            case Standing.Open ignored -> Decision.ignore(state, Ignored.NOTHING_RUNNING);
            case Standing.Waiting ignored -> Decision.ignore(state, Ignored.NOTHING_RUNNING);
            case Standing.Blocked ignored -> Decision.ignore(state, Ignored.NOTHING_RUNNING);
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.MAILBOX_CLOSED);
        };
    }

    private static Decision stop(MailboxState state, Standing.ActiveRun run, Standing stopping, Due.Ask ask) {
        if (run.stop() != null) {
            return Decision.ignore(state, Ignored.ALREADY_STOPPING);
        }
        return Decision.of(
                state.at(stopping).owing(List.of()),
                Outcome.STOP,
                "stopped",
                new Effect.CancelRun(run.id(), ask.by(), "stopped"));
    }

    private static Decision pause(MailboxState state) {
        if (state.standing() instanceof Standing.Blocked(BlockReason why, var detail, var phase, var before)
                && why == BlockReason.PAUSED) {
            return Decision.ignore(state, Ignored.ALREADY_PAUSED);
        }
        return Decision.of(
                state.at(new Standing.Blocked(BlockReason.PAUSED, null, null, state.standing())),
                Outcome.BLOCK,
                BlockReason.PAUSED.wire());
    }

    /** Goes back to where the mailbox was held, or on with what the block broke off. */
    private static Decision unblock(MailboxState state, Due.Ask ask, Circumstances now) {
        if (!(state.standing() instanceof Standing.Blocked(var why, var detail, Phase phase, Standing before))) {
            return Decision.ignore(state, Ignored.NOT_BLOCKED);
        }
        if (before != null) {
            return Decision.of(state.at(before), Outcome.UNBLOCK, why.wire());
        }
        MailboxState free = state.at(PhaseDecider.resting(state));
        Decision unblocked = Decision.of(free, Outcome.UNBLOCK, why.wire());
        if (why == BlockReason.MERGE_REQUEST_FAILED) {
            return unblocked.then(offerAgain(free, now));
        }
        if (phase == null) {
            return unblocked;
        }
        return now.settings().mode() == Mode.OFF
                ? Decision.ignore(state, Ignored.MODE_OFF)
                : unblocked.then(due(vouched(free, ask), phase, ask));
    }

    /** A word of somebody who may command vouches for what is there. */
    private static MailboxState vouched(MailboxState state, Due.Ask ask) {
        Work work = state.work();
        return state.doing(work.triggered() ? work.vouched() : work.triggered(ask.by()));
    }

    /** What keeps a command that makes work: something under way, the mode, a pause. */
    private static Optional<Decision> working(MailboxState state, Circumstances now) {
        if (now.settings().mode() == Mode.OFF) {
            return Optional.of(Decision.ignore(state, Ignored.MODE_OFF));
        }
        if (state.standing() instanceof Standing.Blocked(BlockReason why, var detail, var phase, var before)
                && why.holdsEverything()) {
            return Optional.of(
                    Decision.ignore(state, why == BlockReason.PAUSED ? Ignored.PAUSED : Ignored.UNTRIGGERED));
        }
        return held(state);
    }

    private static Optional<Decision> held(MailboxState state) {
        return state.standing().active() ? Optional.of(Decision.keep(state, RUN_ACTIVE)) : Optional.empty();
    }
}

package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;

/** What a run's progress and end mean for its mailbox. */
final class RunRules {
    private RunRules() {}

    static Decision decide(MailboxState state, RunEvent event, Circumstances now) {
        Standing.ActiveRun run = state.standing().run().orElse(null);
        if (run == null || !run.id().equals(event.run())) {
            return Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
        }
        return switch (event) {
            case RunEvent.Started ignored -> started(state);
            case RunEvent.SessionKnown ignored -> Decision.of(state, Outcome.NOTE, "session_known");
            case RunEvent.Succeeded(RunReport report) -> ended(state, run, report, RunState.SUCCEEDED, now);
            case RunEvent.Failed(RunReport report) -> ended(state, run, report, RunState.FAILED, now);
            case RunEvent.Cancelled(RunReport report) -> ended(state, run, report, RunState.CANCELLED, now);
            case RunEvent.TimedOut(RunReport report) -> ended(state, run, report, RunState.TIMED_OUT, now);
            case RunEvent.Lost(RunReport report) -> ended(state, run, report, RunState.LOST, now);
        };
    }

    private static Decision started(MailboxState state) {
        return switch (state.standing()) {
            case Standing.Queued(var run) ->
                Decision.of(state.at(new Standing.Running(run)), Outcome.NOTE, "run_started");
            case Standing.Running ignored -> Decision.ignore(state, Ignored.ALREADY_STARTED);
            case Standing.Closing ignored -> Decision.of(state, Outcome.NOTE, "run_started");
            case Standing.Open ignored -> Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
            case Standing.Freezing ignored -> Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
            case Standing.Waiting ignored -> Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
            case Standing.Blocked ignored -> Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
            case Standing.Closed ignored -> Decision.ignore(state, Ignored.NOT_THE_ACTIVE_RUN);
        };
    }

    private static Decision ended(
            MailboxState before, Standing.ActiveRun run, RunReport report, RunState how, Circumstances now) {
        MailboxState state = remember(before, report, how, now);
        if (before.standing() instanceof Standing.Closing(var closing, var cause)) {
            Decision end = CloseRules.end(state, cause, now);
            return cause == CloseCause.DONE && how == RunState.SUCCEEDED
                    ? lastWord(report)
                            .map(word -> Decision.of(state, Outcome.NOTE, "last_word", word)
                                    .then(end))
                            .orElse(end)
                    : end;
        }
        if (how == RunState.SUCCEEDED) {
            return stopped(run, report) ? cancelled(state, run) : succeeded(state, run, report, now);
        }
        return how == RunState.CANCELLED ? cancelled(state, run) : failed(state, run, report, how);
    }

    /** What a run that ended well has to tell about an issue that is done meanwhile; nobody is asked anything more. */
    private static Optional<Effect> lastWord(RunReport report) {
        return switch (report.phase()) {
            case ANSWER -> Optional.of(new Effect.PostComment(Effect.Tone.ANSWER, Notices.answer(report), null));
            case ANALYSIS ->
                asks(report.result())
                        ? Optional.empty()
                        : Optional.of(new Effect.PostComment(Effect.Tone.PLAN, Notices.plan(report), null));
            case DEVELOPMENT, CI_FIX, REVIEW_FIX, CONFLICT_RESOLUTION ->
                report.commits() == 0
                        ? Optional.empty()
                        : Optional.of(new Effect.PostComment(Effect.Tone.SUMMARY, Notices.summary(report), null));
        };
    }

    /** What stays known of a run however it ended. */
    private static MailboxState remember(MailboxState state, RunReport report, RunState how, Circumstances now) {
        var last = new Work.LastRun(
                report.run(),
                report.phase(),
                how,
                report.exitReason(),
                report.commit(),
                report.endedAt() == null ? now.now() : report.endedAt());
        Work work = state.work()
                .ended(last, report.promptSeen())
                .spending(state.work().spending().settle(report.usage(), how));
        MailboxState.Branch branch = state.branch();
        if (!report.pushed() || branch == null) {
            return state.doing(work);
        }
        return state.doing(work.committed(work.committed() || report.commits() > 0))
                .on(new MailboxState.Branch(branch.name(), branch.base(), true));
    }

    /** A run that was to stop because the trigger is gone and ended well all the same changes nothing about that. */
    private static boolean stopped(Standing.ActiveRun run, RunReport report) {
        return run.stop() == StopCause.UNTRIGGERED
                || (run.stop() != null && !report.phase().writes());
    }

    private static Decision succeeded(MailboxState state, Standing.ActiveRun run, RunReport report, Circumstances now) {
        if (report.phase() != Phase.ANSWER && asks(report.result())) {
            return question(state, run, report);
        }
        return switch (report.phase()) {
            case ANALYSIS -> analysed(state, report, now);
            case ANSWER -> answered(state, run, report);
            case DEVELOPMENT, CI_FIX, REVIEW_FIX, CONFLICT_RESOLUTION -> developed(state, report);
        };
    }

    private static Decision analysed(MailboxState state, RunReport report, Circumstances now) {
        MailboxState planned = state.doing(state.work().planned(true)).at(new Standing.Waiting(WaitReason.APPROVAL));
        var plan = new Effect.PostComment(Effect.Tone.PLAN, Notices.plan(report), null);
        boolean nothingToDo = report.result() != null && report.result().outcome() == AgentOutcome.NOTHING_TO_DO;
        if (now.settings().autoDevelop() && !nothingToDo) {
            String by = state.work().triggered() ? state.work().triggeredBy() : "alfred";
            var ask = new Due.Ask(now.event(), by, null, null, now.now());
            return Decision.of(planned, Outcome.WAIT, WaitReason.APPROVAL.wire(), plan)
                    .then(CommandRules.due(planned, Phase.DEVELOPMENT, ask));
        }
        return Decision.of(planned, Outcome.WAIT, WaitReason.APPROVAL.wire(), plan);
    }

    private static Decision answered(MailboxState state, Standing.ActiveRun run, RunReport report) {
        Standing after = run.after() == null ? PhaseDecider.resting(state) : run.after();
        return Decision.of(
                state.at(after),
                Outcome.WAIT,
                "answered",
                new Effect.PostComment(Effect.Tone.ANSWER, Notices.answer(report), null));
    }

    private static Decision developed(MailboxState state, RunReport report) {
        if (report.commits() == 0) {
            return block(
                    state,
                    new Standing.Blocked(BlockReason.NO_CHANGES, null, report.phase(), null),
                    Effect.Tone.NOTICE,
                    Notices.noChanges(report));
        }
        MailboxState waiting = state.at(new Standing.Waiting(WaitReason.MERGE_REQUEST));
        String reason = WaitReason.MERGE_REQUEST.wire();
        if (state.mergeRequest() != null) {
            return Decision.of(
                    waiting,
                    Outcome.WAIT,
                    reason,
                    new Effect.PostComment(Effect.Tone.SUMMARY, Notices.summary(report), null));
        }
        return Decision.of(
                waiting,
                Outcome.WAIT,
                reason,
                new Effect.OpenMergeRequest(
                        state.branch().name(),
                        state.branch().base(),
                        Notices.mergeRequestTitle(state, report),
                        Notices.mergeRequestBody(report)));
    }

    private static boolean asks(AgentResult result) {
        return result != null && result.outcome() == AgentOutcome.QUESTION;
    }

    private static Decision question(MailboxState state, Standing.ActiveRun run, RunReport report) {
        return block(
                state,
                new Standing.Blocked(BlockReason.QUESTION, null, run.phase(), null),
                Effect.Tone.QUESTION,
                Notices.question(report));
    }

    private static Decision cancelled(MailboxState state, Standing.ActiveRun run) {
        BlockReason why = run.stop() == StopCause.UNTRIGGERED ? BlockReason.UNTRIGGERED : BlockReason.RUN_CANCELLED;
        Standing before = why.holdsEverything() ? run.after() : null;
        return Decision.of(state.at(new Standing.Blocked(why, null, run.phase(), before)), Outcome.BLOCK, why.wire());
    }

    private static Decision failed(MailboxState state, Standing.ActiveRun run, RunReport report, RunState how) {
        Standing.Blocked blocked = switch (report.exitReason()) {
            case BRANCH_TAKEN -> new Standing.Blocked(BlockReason.BRANCH_TAKEN, null, run.phase(), null);
            case EMPTY_REPOSITORY -> new Standing.Blocked(BlockReason.EMPTY_REPOSITORY, null, run.phase(), null);
            case NONE,
                    AGENT_FAILED,
                    MODEL_ERROR,
                    MODEL_AUTHENTICATION,
                    BUDGET,
                    TIMEOUT,
                    SILENCE,
                    CANCELLED,
                    SETUP_FAILED,
                    INVALID_REQUEST,
                    FORGE_UNREACHABLE,
                    FORGE_UNAUTHORIZED,
                    PUSH_REFUSED,
                    NOT_PUBLISHABLE,
                    STATE_VOLUME_NOT_WRITABLE,
                    RESULT_LOST,
                    RUNNER_LOST,
                    RUNNER_EVICTED,
                    IMAGE_PULL,
                    OUT_OF_MEMORY,
                    NO_SPACE,
                    LAUNCH_REFUSED,
                    MAILBOX_CLOSED,
                    INTERNAL ->
                new Standing.Blocked(BlockReason.RUN_FAILED, exit(report.exitReason(), how), run.phase(), null);
        };
        if (run.stop() == StopCause.UNTRIGGERED) {
            return cancelled(state, run);
        }
        return block(state, blocked, Effect.Tone.FAILURE, Notices.failed(report, blocked));
    }

    private static String exit(ExitReason reason, RunState how) {
        return reason == ExitReason.NONE ? how.wire() : reason.wire();
    }

    private static Decision block(MailboxState state, Standing.Blocked blocked, Effect.Tone tone, String text) {
        return new Decision(
                state.at(blocked), List.of(new Effect.PostComment(tone, text, null)), Outcome.BLOCK, blocked.reason());
    }
}

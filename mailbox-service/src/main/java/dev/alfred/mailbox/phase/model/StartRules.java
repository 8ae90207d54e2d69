package dev.alfred.mailbox.phase.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.branch.model.BranchFreezer;
import dev.alfred.mailbox.branch.model.BranchFreezer.Freezing;
import dev.alfred.mailbox.setting.model.Mode;

/** How what is due starts: the repository is read first where the branch has no name yet, or where that is in doubt. */
final class StartRules {
    private static final Comparator<Due> URGENCY = Comparator.comparing(Due::phase, Phase.BY_URGENCY);

    private StartRules() {}

    static Decision settle(MailboxState state, Circumstances now) {
        if (state.due().isEmpty() || state.standing().active()) {
            return Decision.ignore(state, Ignored.NOTHING_DUE);
        }
        return switch (state.standing()) {
            case Standing.Closed ignored -> Decision.ignore(state.owing(List.of()), Ignored.MAILBOX_CLOSED);
            case Standing.Blocked(BlockReason why, var detail, var phase, var before)
            when why.holdsEverything() ->
                Decision.ignore(state, why == BlockReason.PAUSED ? Ignored.PAUSED : Ignored.UNTRIGGERED);
            case Standing.Blocked ignored -> begin(state, now);
            case Standing.Open ignored -> begin(state, now);
            case Standing.Waiting ignored -> begin(state, now);
            case Standing.Freezing ignored -> Decision.ignore(state, Ignored.NOTHING_DUE);
            case Standing.Queued ignored -> Decision.ignore(state, Ignored.NOTHING_DUE);
            case Standing.Running ignored -> Decision.ignore(state, Ignored.NOTHING_DUE);
            case Standing.Closing ignored -> Decision.ignore(state, Ignored.NOTHING_DUE);
        };
    }

    private static Decision begin(MailboxState state, Circumstances now) {
        Phase phase = next(state).phase();
        return switch (now.settings().mode()) {
            case OFF -> Decision.ignore(state.owing(List.of()), Ignored.MODE_OFF);
            case SHADOW ->
                Decision.of(
                        state.at(new Standing.Waiting(WaitReason.SHADOW)).owing(List.of()),
                        Outcome.WAIT,
                        Mode.SHADOW.wire() + ":" + phase.wire());
            case LIVE -> live(state, now);
        };
    }

    private static Decision live(MailboxState state, Circumstances now) {
        if (state.work().spending().forbidsARun(now.settings())) {
            return blocked(state, blocked(state.standing()), BlockReason.BUDGET);
        }
        if (state.branch() == null || isInDoubt(state, now)) {
            return Decision.of(
                    state.at(new Standing.Freezing(now.run(), blocked(state.standing()))),
                    Outcome.WAIT,
                    "reading_branches",
                    new Effect.ReadBranches());
        }
        return start(state, state.standing(), now.run(), now);
    }

    /** What was last known of the repository let no run begin: only a new look tells whether it still is so. */
    private static boolean isInDoubt(MailboxState state, Circumstances now) {
        Work.LastRun last = state.work().lastRun();
        return now.emptyRepository()
                || (last != null
                        && (last.exitReason() == ExitReason.EMPTY_REPOSITORY
                                || last.exitReason() == ExitReason.INVALID_REQUEST));
    }

    /** The repository is read: the branch's name is frozen if it is not, and the run that waited for it starts. */
    static Decision freeze(MailboxState state, Facts facts, Circumstances now) {
        if (!(state.standing() instanceof Standing.Freezing(UUID reserved, Standing.Blocked before))) {
            return Decision.ignore(state, Ignored.NOT_FREEZING);
        }
        if (state.due().isEmpty()) {
            return Decision.ignore(state.at(PhaseDecider.resting(state)), Ignored.NOTHING_DUE);
        }
        if (now.emptyRepository()) {
            return blocked(state, before, BlockReason.EMPTY_REPOSITORY);
        }
        Standing from = before == null ? PhaseDecider.resting(state) : before;
        if (state.branch() != null) {
            return start(state, from, reserved, now);
        }
        if (facts.remoteBranches() == null) {
            return Decision.keep(state, "reading_branches");
        }
        return switch (BranchFreezer.freeze(now.wantedBranch(), now.takenBranches(), facts.remoteBranches())) {
            case Freezing.NamespaceTaken() -> blocked(state, before, BlockReason.BRANCH_NAMESPACE_TAKEN);
            case Freezing.Frozen(String name) -> {
                MailboxState named = state.on(new MailboxState.Branch(name, now.baseBranch(), false));
                Decision frozen = Decision.of(named, Outcome.NOTE, "frozen", new Effect.PublishFrozen(name));
                yield frozen.then(start(named, from, reserved, now));
            }
        };
    }

    private static Decision start(MailboxState mailbox, Standing from, UUID run, Circumstances now) {
        MailboxState state = mailbox.on(mailbox.branch().from(now.baseBranch()));
        if (state.work().spending().forbidsARun(now.settings())) {
            return blocked(state, blocked(from), BlockReason.BUDGET);
        }
        Due due = next(state);
        Standing after = due.phase() == Phase.ANSWER ? from : null;
        MailboxState next = state.at(new Standing.Queued(new Standing.ActiveRun(run, due.phase(), after, null)))
                .owing(later(state, due.phase()))
                .doing(state.work().spending(state.work().spending().reserve(now.settings())));
        return Decision.of(
                next,
                Outcome.START,
                due.phase().wire(),
                new Effect.RequestRun(
                        run,
                        due.phase(),
                        due.asks(),
                        state.work().freshRequested(),
                        state.work().tainted()));
    }

    /** A plan goes first, unless somebody said in words what to develop; an approval and questions wait for it. */
    static Due next(MailboxState state) {
        boolean worded =
                state.due(Phase.DEVELOPMENT).filter(due -> !due.wordless()).isPresent();
        Optional<Due> plan = worded ? Optional.empty() : state.due(Phase.ANALYSIS);
        return plan.orElseGet(() -> state.due().stream().min(URGENCY).orElseThrow());
    }

    /** What stays due. Development leaves nothing to plan; what comments asked of the plan is answered after it. */
    private static List<Due> later(MailboxState state, Phase started) {
        List<Due> later = new ArrayList<>(state.due());
        later.removeIf(one -> one.phase() == started);
        if (started != Phase.DEVELOPMENT) {
            return later;
        }
        later.removeIf(one -> one.phase() == Phase.ANALYSIS);
        List<Due.Ask> questions = state.due(Phase.ANALYSIS).stream()
                .flatMap(plan -> plan.asks().stream())
                .filter(Due.Ask::spoken)
                .toList();
        for (Due.Ask question : questions) {
            later = Due.with(later, Phase.ANSWER, question);
        }
        return later;
    }

    private static Standing.Blocked blocked(Standing standing) {
        return standing instanceof Standing.Blocked blocked ? blocked : null;
    }

    /** A question that was asked meanwhile doesn't make the work forgotten that the block was about. */
    private static Decision blocked(MailboxState state, Standing.Blocked before, BlockReason why) {
        Phase asked = next(state).phase();
        Phase phase = asked == Phase.ANSWER && before != null && before.phase() != null ? before.phase() : asked;
        return Decision.of(
                state.at(new Standing.Blocked(why, null, phase, null)).owing(List.of()),
                Outcome.BLOCK,
                why.wire(),
                new Effect.PostComment(Effect.Tone.FAILURE, Notices.cannotStart(why), null));
    }
}

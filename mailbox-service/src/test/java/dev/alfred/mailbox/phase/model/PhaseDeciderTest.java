package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.SettingKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.NEW_RUN;
import static dev.alfred.mailbox.phase.model.Scene.RUN;
import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.now;
import static dev.alfred.mailbox.phase.model.Scene.present;
import static dev.alfred.mailbox.phase.model.Scene.report;
import static dev.alfred.mailbox.phase.model.Scene.result;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static org.assertj.core.api.Assertions.assertThat;

class PhaseDeciderTest {

    private static Decision decide(MailboxState state, Input input, Facts facts) {
        return PhaseDecider.decide(state, input, facts, now());
    }

    private static Decision ended(MailboxState state, Phase phase, int commits, AgentOutcome outcome) {
        return decide(
                state,
                new Input.RunHappened(new RunEvent.Succeeded(
                        report(phase, ExitReason.NONE, commits, result(outcome, "Text", "Which one?")))),
                Facts.NONE);
    }

    private static Decision settled(Decision decision) {
        return decide(decision.next(), new Input.MomentEnded(), Facts.NONE);
    }

    private static Input labeled(Actor actor, String label) {
        return new Input.IssueHappened(new IssueEvent.Labeled(context(actor), issue(true, label), label));
    }

    @Test
    void aFirstRunWaitsForTheBranchesAndThenStartsUnderTheReservedId() {
        Decision waiting = settled(decide(Scene.fresh(), labeled(MAINTAINER, "alfred"), present(true, "alfred")));

        Decision started = decide(waiting.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of(Scene.BRANCH)));

        assertThat(waiting.next().standing()).isEqualTo(new Standing.Freezing(NEW_RUN, null));
        assertThat(waiting.effects()).containsExactly(new Effect.ReadBranches());
        assertThat(started.next().branch()).isEqualTo(new MailboxState.Branch(Scene.BRANCH + "-2", "main", false));
        assertThat(started.effects())
                .hasExactlyElementsOfTypes(Effect.PublishFrozen.class, Effect.RequestRun.class)
                .anyMatch(effect -> effect instanceof Effect.RequestRun request
                        && request.run().equals(NEW_RUN)
                        && request.phase() == Phase.ANALYSIS);
    }

    @Test
    void aBranchCalledAgentBlocks() {
        Decision decision =
                decide(Scene.freezing(Phase.ANALYSIS), new Input.BranchesAsked(), Facts.NONE.branches(Set.of("agent")));

        assertThat(decision.reason()).isEqualTo("branch_namespace_taken");
        assertThat(decision.next().branch()).isNull();
    }

    private static MailboxState blockedByEmptiness() {
        Decision decision = PhaseDecider.decide(
                Scene.freezing(Phase.ANALYSIS),
                new Input.BranchesAsked(),
                Facts.NONE.branches(Set.of()),
                Scene.emptyRepository());
        assertThat(decision.reason()).isEqualTo("empty_repository");
        assertThat(decision.next().due()).isEmpty();
        return decision.next();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/alfred retry", "/alfred unblock"})
    void anEmptyRepositoryBlocksUntilItIsLookedAtAnewAndHasACommit(String words) {
        Decision asked = decide(blockedByEmptiness(), says(words), allowed());
        Decision looking =
                PhaseDecider.decide(asked.next(), new Input.MomentEnded(), Facts.NONE, Scene.emptyRepository());

        Decision filled = decide(looking.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of()));
        Decision still = PhaseDecider.decide(
                looking.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of()), Scene.emptyRepository());

        assertThat(looking.effects()).containsExactly(new Effect.ReadBranches());
        assertThat(filled.outcome()).isEqualTo(Outcome.START);
        assertThat(filled.reason()).isEqualTo("analysis");
        assertThat(still.next().standing()).isEqualTo(blockedByEmptiness().standing());
    }

    @Test
    void aQuestionAboutAnEmptyRepositoryDoesNotMakeTheWorkForgotten() {
        Decision asked = decide(blockedByEmptiness(), says("@alfred-bot why?"), allowed());
        Decision looking = settled(asked);

        Decision still = PhaseDecider.decide(
                looking.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of()), Scene.emptyRepository());
        Decision answering = decide(looking.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of()));

        assertThat(still.next().standing()).isEqualTo(blockedByEmptiness().standing());
        assertThat(answering.next().standing().run().orElseThrow().after())
                .isEqualTo(blockedByEmptiness().standing());
    }

    @ParameterizedTest
    @EnumSource(
            value = BlockReason.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PAUSED", "MERGE_REQUEST_FAILED"})
    void unblockingGoesOnWithWhatTheBlockBrokeOff(BlockReason why) {
        for (Phase phase : List.of(Phase.ANALYSIS, Phase.DEVELOPMENT)) {
            Decision unblocked = decide(Scene.blocked(why, phase), says("/alfred unblock"), allowed());

            assertThat(unblocked.reason()).isEqualTo(phase.wire());
            assertThat(unblocked.next().standing()).isNotInstanceOf(Standing.Blocked.class);
            assertThat(settled(unblocked).next().standing().run().orElseThrow().phase())
                    .isEqualTo(phase);
        }
    }

    @Test
    void unblockingOffersAMergeRequestAgainThatCouldNotBeOpened() {
        MailboxState refused = Scene.planned()
                .doing(Scene.planned().work().committed(true))
                .at(new Standing.Blocked(BlockReason.MERGE_REQUEST_FAILED, "rejected", null, null));

        Decision unblocked =
                PhaseDecider.decide(refused, says("/alfred unblock"), allowed(), Scene.baseBranch("trunk"));

        assertThat(unblocked.next().standing()).isEqualTo(new Standing.Waiting(WaitReason.MERGE_REQUEST));
        assertThat(unblocked.effects())
                .singleElement()
                .satisfies(effect ->
                        assertThat(((Effect.OpenMergeRequest) effect).base()).isEqualTo("trunk"));
    }

    @Test
    void withAlfredOffABlockThatHoldsWorkStays() {
        MailboxState blocked = Scene.blocked(BlockReason.RUN_FAILED, Phase.DEVELOPMENT);

        Decision decision =
                PhaseDecider.decide(blocked, says("/alfred unblock"), allowed(), now(Map.of(SettingKey.MODE, "off")));

        assertThat(decision.reason()).isEqualTo("mode_off");
        assertThat(decision.next().standing()).isEqualTo(blocked.standing());
    }

    @Test
    void takingTheTriggerOffBeforeTheFirstRunForgetsNothing() {
        Input unlabeled = new Input.IssueHappened(new IssueEvent.Unlabeled(context(MAINTAINER), issue(true), "alfred"));

        Decision held = decide(Scene.freezing(Phase.ANALYSIS), unlabeled, present(true));
        Decision unblocked = decide(held.next(), says("/alfred unblock"), allowed());

        assertThat(held.reason()).isEqualTo("untriggered");
        assertThat(unblocked.reason()).isEqualTo("analysis");
    }

    @Test
    void eachRunStartsFromTheBaseBranchOfNow() {
        Decision approved = decide(Scene.planned(), says("/alfred approve"), allowed());

        Decision started =
                PhaseDecider.decide(approved.next(), new Input.MomentEnded(), Facts.NONE, Scene.baseBranch("trunk"));

        assertThat(started.next().branch()).isEqualTo(new MailboxState.Branch(Scene.BRANCH, "trunk", false));
    }

    @Test
    void whereTheBaseBranchWasMissingTheRepositoryIsLookedAtAnewBeforeTheNextRun() {
        Decision failed = decide(
                Scene.running(Phase.DEVELOPMENT),
                new Input.RunHappened(
                        new RunEvent.Failed(report(Phase.DEVELOPMENT, ExitReason.INVALID_REQUEST, 0, null))),
                Facts.NONE);
        Decision looking = settled(decide(failed.next(), says("/alfred retry"), allowed()));

        Decision started = PhaseDecider.decide(
                looking.next(),
                new Input.BranchesAsked(),
                Facts.NONE.repository(new Facts.RepositoryFact("trunk", false)),
                Scene.baseBranch("trunk"));

        assertThat(failed.effects())
                .singleElement()
                .satisfies(effect ->
                        assertThat(((Effect.PostComment) effect).text()).contains("no run can succeed"));
        assertThat(looking.effects()).containsExactly(new Effect.ReadBranches());
        assertThat(started.reason()).isEqualTo("development");
        assertThat(started.next().branch()).isEqualTo(new MailboxState.Branch(Scene.BRANCH, "trunk", false));
        assertThat(started.effects()).hasExactlyElementsOfTypes(Effect.RequestRun.class);
    }

    @Test
    void withoutAnalysisFirstTheLabelStartsTheDevelopment() {
        Decision decision = PhaseDecider.decide(
                Scene.fresh(),
                labeled(MAINTAINER, "alfred"),
                present(true, "alfred"),
                now(Map.of(SettingKey.ANALYSIS_FIRST, "false")));

        assertThat(decision.reason()).isEqualTo("development");
    }

    @Test
    void theLabelOfSomebodyWithoutWriteAccessTriggersNothing() {
        Decision decision = decide(
                Scene.fresh(),
                labeled(MAINTAINER, "alfred"),
                present(true, "alfred").actor(false));

        assertThat(decision.reason()).isEqualTo("not_allowed");
        assertThat(settled(decision).reason()).isEqualTo("nothing_due");
    }

    @Test
    void whatWasNeverAskedCountsAsNo() {
        assertThat(decide(Scene.fresh(), says("/alfred approve"), Facts.NONE).reason())
                .isEqualTo("not_allowed");
    }

    @Test
    void alfredsOwnAndOtherBotsWordsTriggerNothing() {
        Actor otherBot = new Actor("77", "ci", true);

        assertThat(decide(Scene.planned(), says(Scene.ALFRED, "/alfred approve"), allowed())
                        .reason())
                .isEqualTo("own_event");
        assertThat(decide(Scene.planned(), says(otherBot, "/alfred approve"), allowed())
                        .reason())
                .isEqualTo("other_bot");
        assertThat(decide(Scene.fresh(), labeled(Scene.ALFRED, "alfred"), present(true, "alfred"))
                        .reason())
                .isEqualTo("own_event");
    }

    @Test
    void aLabelThatIsOffAgainTriggersNothing() {
        assertThat(decide(Scene.fresh(), labeled(MAINTAINER, "alfred"), present(true))
                        .reason())
                .isEqualTo("label_absent");
    }

    @Test
    void anotherLabelOnAnIssueWithTheTriggerTriggersNothing() {
        assertThat(decide(Scene.fresh(), labeled(MAINTAINER, "bug"), present(true, "alfred", "bug"))
                        .reason())
                .isEqualTo("other_label");
    }

    @Test
    void tenQuestionsMakeOneRunThatKnowsAll() {
        MailboxState state = Scene.planned();
        for (int i = 0; i < 10; i++) {
            state = decide(state, says("@alfred-bot question " + i), allowed()).next();
        }

        Decision started = decide(state, new Input.MomentEnded(), Facts.NONE);

        assertThat(started.effects()).singleElement().satisfies(effect -> {
            Effect.RequestRun request = (Effect.RequestRun) effect;
            assertThat(request.phase()).isEqualTo(Phase.ANSWER);
            assertThat(request.asks()).hasSize(10);
        });
        assertThat(started.next().due()).isEmpty();
    }

    @Test
    void theMostUrgentOfWhatIsDueStartsFirstAndTheRestAfterIt() {
        MailboxState asked =
                decide(Scene.planned(), says("@alfred-bot why?"), allowed()).next();

        Decision first = settled(decide(asked, says("/alfred approve"), allowed()));

        assertThat(first.reason()).isEqualTo("development");
        assertThat(first.next().due()).extracting(Due::phase).containsExactly(Phase.ANSWER);
    }

    @Test
    void anApprovalAtTheMomentOfTheTriggerCountsWhenThePlanIsPosted() {
        MailboxState due = decide(Scene.fresh(), labeled(MAINTAINER, "alfred"), present(true, "alfred"))
                .next();

        Decision early = decide(due, says("/alfred approve"), allowed());

        Decision freezing = settled(early);
        Decision first = decide(freezing.next(), new Input.BranchesAsked(), Facts.NONE.branches(Set.of()));

        assertThat(first.reason()).isEqualTo("analysis");
        assertThat(first.next().due()).extracting(Due::phase).containsExactly(Phase.DEVELOPMENT);
    }

    @Test
    void autoDevelopGoesOnAfterThePlan() {
        Decision decision = PhaseDecider.decide(
                Scene.running(Phase.ANALYSIS),
                new Input.RunHappened(new RunEvent.Succeeded(
                        report(Phase.ANALYSIS, ExitReason.NONE, 0, result(AgentOutcome.DONE, "Plan", null)))),
                Facts.NONE,
                now(Map.of(SettingKey.AUTO_DEVELOP, "true")));

        assertThat(decision.outcome()).isEqualTo(Outcome.START);
        assertThat(settled(decision).reason()).isEqualTo("development");
    }

    @Test
    void aPlanIsPostedAndWaitsForApproval() {
        Decision decision = ended(Scene.running(Phase.ANALYSIS), Phase.ANALYSIS, 0, AgentOutcome.DONE);

        assertThat(decision.effects()).containsExactly(new Effect.PostComment(Effect.Tone.PLAN, "Text", null));
        assertThat(decision.next().standing()).isEqualTo(new Standing.Waiting(WaitReason.APPROVAL));
        assertThat(decision.next().work().lastSeen()).isEqualTo(RUN);
    }

    @Test
    void workOpensAMergeRequestOnce() {
        Decision first = ended(Scene.running(Phase.DEVELOPMENT), Phase.DEVELOPMENT, 2, AgentOutcome.DONE);
        MailboxState offered = decide(first.next(), new Input.MergeRequestOpened(8, "u"), Facts.NONE)
                .next();

        Decision second = ended(
                offered.at(new Standing.Running(Scene.run(Phase.DEVELOPMENT))),
                Phase.DEVELOPMENT,
                1,
                AgentOutcome.DONE);

        assertThat(first.effects()).singleElement().isInstanceOf(Effect.OpenMergeRequest.class);
        assertThat(first.next().branch().pushed()).isTrue();
        assertThat(second.effects()).singleElement().isInstanceOf(Effect.PostComment.class);
    }

    @Test
    void workWithoutACommitBlocks() {
        Decision decision = ended(Scene.running(Phase.DEVELOPMENT), Phase.DEVELOPMENT, 0, AgentOutcome.NOTHING_TO_DO);

        assertThat(decision.reason()).isEqualTo("no_changes");
        assertThat(decision.effects()).singleElement().isInstanceOf(Effect.PostComment.class);
    }

    @Test
    void aQuestionBlocksAndTheNextWordOfSomebodyAllowedAnswersIt() {
        MailboxState asked = ended(Scene.running(Phase.DEVELOPMENT), Phase.DEVELOPMENT, 0, AgentOutcome.QUESTION)
                .next();

        Decision outsider = decide(asked, says("the red one"), Facts.NONE.actor(false));
        Decision member = decide(asked, says("the blue one"), allowed());

        assertThat(asked.standing().reason()).isEqualTo("question");
        assertThat(outsider.outcome()).isEqualTo(Outcome.IGNORE);
        assertThat(settled(member).reason()).isEqualTo("development");
    }

    @Test
    void anAnswerReturnsToWhereTheMailboxStood() {
        MailboxState blocked = Scene.blocked(BlockReason.NO_CHANGES, Phase.DEVELOPMENT);
        MailboxState running =
                settled(decide(blocked, says("@alfred-bot why?"), allowed())).next();

        Decision decision = PhaseDecider.decide(
                running, new Input.RunHappened(new RunEvent.Succeeded(answerOf(running))), Facts.NONE, now());

        assertThat(decision.next().standing()).isEqualTo(blocked.standing());
        assertThat(decision.effects()).containsExactly(new Effect.PostComment(Effect.Tone.ANSWER, "Text", null));
    }

    private static RunReport answerOf(MailboxState running) {
        var report = report(Phase.ANSWER, ExitReason.NONE, 0, result(AgentOutcome.DONE, "Text", null));
        return new RunReport(
                running.standing().run().orElseThrow().id(),
                report.mailbox(),
                report.phase(),
                1,
                report.adapter(),
                null,
                null,
                null,
                null,
                ExitReason.NONE,
                null,
                null,
                null,
                0,
                false,
                report.result(),
                report.promptForm(),
                true,
                report.usage(),
                report.startedAt(),
                report.endedAt());
    }

    @Test
    void aForeignBranchOfTheFrozenNameBlocks() {
        Decision decision = decide(
                Scene.running(Phase.DEVELOPMENT),
                new Input.RunHappened(new RunEvent.Failed(report(Phase.DEVELOPMENT, ExitReason.BRANCH_TAKEN, 0, null))),
                Facts.NONE);

        assertThat(decision.reason()).isEqualTo("branch_taken");
    }

    @Test
    void aCloseWithARunUnderWayStopsItFirstAndCloses() {
        Input notPlanned = new Input.IssueHappened(new IssueEvent.Closed(context(MAINTAINER), issue(false)));
        Facts facts = allowed().issue(new Facts.IssueFact.Present(notPlanned()));

        Decision closing = decide(Scene.running(Phase.DEVELOPMENT), notPlanned, facts);
        Decision closed = decide(
                closing.next(),
                new Input.RunHappened(new RunEvent.Cancelled(report(Phase.DEVELOPMENT, ExitReason.CANCELLED, 0, null))),
                Facts.NONE);

        assertThat(closing.effects()).singleElement().isInstanceOf(Effect.CancelRun.class);
        assertThat(closed.effects()).containsExactly(new Effect.PublishClosed(CloseCause.CANCELLED));
    }

    private static IssueSnapshot notPlanned() {
        var issue = issue(false, "alfred");
        return new IssueSnapshot(
                issue.iid(),
                issue.id(),
                issue.title(),
                issue.body(),
                false,
                "not_planned",
                issue.labels(),
                issue.author(),
                false,
                false,
                issue.url(),
                issue.updatedAt());
    }

    @Test
    void anIssueThatIsOpenAgainIsNotClosed() {
        Decision decision = decide(
                Scene.planned(),
                new Input.IssueHappened(new IssueEvent.Closed(context(MAINTAINER), issue(false))),
                present(true, "alfred"));

        assertThat(decision.reason()).isEqualTo("issue_open");
    }

    @Test
    void aDeletedIssueThatIsThereClosesNothing() {
        Decision decision = decide(
                Scene.planned(),
                new Input.IssueHappened(new IssueEvent.Deleted(context(MAINTAINER), issue(true))),
                present(true, "alfred"));

        assertThat(decision.reason()).isEqualTo("issue_present");
    }

    @Test
    void afterAMergeAReopenedMailboxKeepsItsNameAndOffersAnew() {
        MailboxState merged = Scene.developed().at(new Standing.Closed(CloseCause.DONE, Scene.NOW.minusSeconds(60)));

        Decision reopened = decide(
                merged,
                new Input.IssueHappened(new IssueEvent.Reopened(context(MAINTAINER), issue(true))),
                present(true, "alfred").merged(true));
        Decision triggered = decide(reopened.next(), labeled(MAINTAINER, "alfred"), present(true, "alfred"));

        assertThat(reopened.next().mergeRequest()).isNull();
        assertThat(reopened.next().branch().name()).isEqualTo(Scene.BRANCH);
        assertThat(triggered.reason()).isEqualTo("analysis");
    }

    @Test
    void reopenedWithAnOpenMergeRequestTheNextTriggerDevelops() {
        MailboxState cancelled =
                Scene.developed().at(new Standing.Closed(CloseCause.CANCELLED, Scene.NOW.minusSeconds(60)));

        Decision reopened = decide(
                cancelled,
                new Input.IssueHappened(new IssueEvent.Reopened(context(MAINTAINER), issue(true))),
                present(true, "alfred").merged(false));

        assertThat(decide(reopened.next(), labeled(MAINTAINER, "alfred"), present(true, "alfred"))
                        .reason())
                .isEqualTo("development");
    }

    @Test
    void takingTheTriggerOffStopsAndPuttingItOnGoesOn() {
        Input unlabeled = new Input.IssueHappened(new IssueEvent.Unlabeled(context(MAINTAINER), issue(true), "alfred"));
        Decision stopping = decide(Scene.running(Phase.DEVELOPMENT), unlabeled, present(true));
        Decision held = decide(
                stopping.next(),
                new Input.RunHappened(new RunEvent.Cancelled(report(Phase.DEVELOPMENT, ExitReason.CANCELLED, 0, null))),
                Facts.NONE);

        Decision deaf = decide(held.next(), says("/alfred approve"), allowed());
        Decision back = decide(held.next(), labeled(MAINTAINER, "alfred"), present(true, "alfred"));

        assertThat(stopping.effects()).singleElement().isInstanceOf(Effect.CancelRun.class);
        assertThat(held.reason()).isEqualTo("untriggered");
        assertThat(deaf.reason()).isEqualTo("untriggered");
        assertThat(back.next().standing()).isEqualTo(new Standing.Waiting(WaitReason.APPROVAL));
    }

    @Test
    void pausedOnlyUnblockCancelAndStatusAct() {
        MailboxState paused =
                decide(Scene.planned(), says("/alfred pause"), allowed()).next();

        assertThat(List.of("approve", "develop x", "retry", "fresh"))
                .allSatisfy(word -> assertThat(decide(paused, says("/alfred " + word), allowed())
                                .reason())
                        .isEqualTo("paused"));
        assertThat(decide(paused, says("@alfred-bot why?"), allowed()).reason()).isEqualTo("paused");
        assertThat(decide(paused, says("/alfred unblock"), allowed()).next().standing())
                .isEqualTo(Scene.planned().standing());
        assertThat(decide(paused, says("/alfred cancel"), allowed()).reason()).isEqualTo("cancelled");
        assertThat(decide(paused, says("/alfred status"), allowed()).effects()).hasSize(1);
    }

    @Test
    void freshIsForTheNextRunOnly() {
        Decision both = decide(Scene.planned(), says("/alfred fresh\n/alfred approve"), allowed());

        Decision started = settled(both);

        assertThat(started.effects())
                .singleElement()
                .satisfies(effect ->
                        assertThat(((Effect.RequestRun) effect).fresh()).isTrue());
        assertThat(started.next().work().freshRequested()).isFalse();
    }

    @Test
    void aSecondApprovalAfterTheDevelopmentStartsNothing() {
        assertThat(decide(Scene.developed(), says("/alfred approve"), allowed()).reason())
                .isEqualTo("already_developed");
    }

    @Test
    void anEditThatChangesNoCommandIsTheSameCause() {
        Input edit = new Input.IssueHappened(new IssueEvent.CommentEdited(
                context(MAINTAINER),
                issue(true),
                Scene.comment("/alfred approve\nThanks!"),
                "/alfred approve\nThansk"));

        assertThat(decide(Scene.planned(), edit, allowed()).reason()).isEqualTo("already_tried");
    }

    @Test
    void textByOutsidersTaintsUntilTheNextApproval() {
        Input edited =
                new Input.IssueHappened(new IssueEvent.Edited(context(MAINTAINER), issue(true), null, "Old body"));

        MailboxState tainted =
                decide(Scene.planned(), edited, Facts.NONE.actor(false)).next();
        Decision approved = decide(tainted, says("/alfred approve"), allowed());

        assertThat(tainted.work().tainted()).isTrue();
        assertThat(approved.next().work().tainted()).isFalse();
    }

    @Test
    void shadowDecidesAndStartsNothing() {
        var shadow = now(Map.of(SettingKey.MODE, "shadow"));
        Decision due =
                PhaseDecider.decide(Scene.fresh(), labeled(MAINTAINER, "alfred"), present(true, "alfred"), shadow);

        Decision settled = PhaseDecider.decide(due.next(), new Input.MomentEnded(), Facts.NONE, shadow);

        assertThat(settled.reason()).isEqualTo("shadow:analysis");
        assertThat(settled.effects()).isEmpty();
    }

    @Test
    void offTriggersNothingButStillCloses() {
        var off = now(Map.of(SettingKey.MODE, "off"));

        assertThat(PhaseDecider.decide(Scene.fresh(), labeled(MAINTAINER, "alfred"), present(true, "alfred"), off)
                        .reason())
                .isEqualTo("mode_off");
        assertThat(PhaseDecider.decide(
                                Scene.planned(),
                                new Input.IssueHappened(new IssueEvent.Closed(context(MAINTAINER), issue(false))),
                                present(false),
                                off)
                        .reason())
                .isEqualTo("done");
    }

    @Test
    void theEndOfAnotherRunChangesNothing() {
        Decision decision = decide(
                Scene.running(Phase.ANALYSIS)
                        .at(new Standing.Running(new Standing.ActiveRun(NEW_RUN, Phase.ANALYSIS, null, null))),
                new Input.RunHappened(new RunEvent.Failed(report(Phase.ANALYSIS, ExitReason.INTERNAL, 0, null))),
                Facts.NONE);

        assertThat(decision.reason()).isEqualTo("not_the_active_run");
    }
}

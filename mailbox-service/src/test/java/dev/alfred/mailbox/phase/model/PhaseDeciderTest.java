package dev.alfred.mailbox.phase.model;

import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.SettingKey;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.NEW_RUN;
import static dev.alfred.mailbox.phase.model.Scene.RUN;
import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.decide;
import static dev.alfred.mailbox.phase.model.Scene.ended;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.labeled;
import static dev.alfred.mailbox.phase.model.Scene.now;
import static dev.alfred.mailbox.phase.model.Scene.present;
import static dev.alfred.mailbox.phase.model.Scene.report;
import static dev.alfred.mailbox.phase.model.Scene.result;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static dev.alfred.mailbox.phase.model.Scene.settled;
import static org.assertj.core.api.Assertions.assertThat;

class PhaseDeciderTest {
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
    void freshIsForTheNextRunOnly() {
        Decision both = decide(Scene.planned(), says("/alfred fresh\n/alfred approve"), allowed());

        Decision started = settled(both);
        Decision ended = decide(started.next(), ofNewRun(ExitReason.AGENT_FAILED, true), Facts.NONE);

        assertThat(isFresh(started)).isTrue();
        assertThat(isFresh(settled(decide(ended.next(), says("/alfred retry"), allowed()))))
                .isFalse();
    }

    @Test
    void freshWaitsForARunInWhichTheModelSaidSomething() {
        Decision started = settled(decide(Scene.planned(), says("/alfred fresh\n/alfred approve"), allowed()));

        Decision ended = decide(started.next(), ofNewRun(ExitReason.FORGE_UNREACHABLE, false), Facts.NONE);
        Decision again = settled(decide(ended.next(), says("/alfred retry"), allowed()));

        assertThat(isFresh(again)).isTrue();
    }

    private static boolean isFresh(Decision started) {
        assertThat(started.effects()).singleElement().isInstanceOf(Effect.RequestRun.class);
        return ((Effect.RequestRun) started.effects().getFirst()).fresh();
    }

    private static Input ofNewRun(ExitReason reason, boolean promptSeen) {
        return new Input.RunHappened(new RunEvent.Failed(Scene.report(NEW_RUN, reason, promptSeen)));
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

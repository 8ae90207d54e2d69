package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.SettingKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.decide;
import static dev.alfred.mailbox.phase.model.Scene.ended;
import static dev.alfred.mailbox.phase.model.Scene.now;
import static dev.alfred.mailbox.phase.model.Scene.report;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static dev.alfred.mailbox.phase.model.Scene.settled;
import static org.assertj.core.api.Assertions.assertThat;

/** What holds a mailbox up, how people are told, and with what it goes on. */
class BlockTest {
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
    void aForeignBranchOfTheFrozenNameBlocks() {
        Decision decision = decide(
                Scene.running(Phase.DEVELOPMENT),
                new Input.RunHappened(new RunEvent.Failed(report(Phase.DEVELOPMENT, ExitReason.BRANCH_TAKEN, 0, null))),
                Facts.NONE);

        assertThat(decision.reason()).isEqualTo("branch_taken");
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
}

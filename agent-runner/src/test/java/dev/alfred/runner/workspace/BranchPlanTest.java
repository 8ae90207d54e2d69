package dev.alfred.runner.workspace;

import java.util.Map;

import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BranchPlanTest {
    private static final String BASE = "b".repeat(40);
    private static final String HEAD = "a".repeat(40);
    private static final RemoteBranches WITHOUT = new RemoteBranches(Map.of("main", BASE));
    private static final RemoteBranches WITH = new RemoteBranches(Map.of("main", BASE, "agent/x", HEAD));

    @Test
    void aWritingPhaseBeginsABranchFromTheBase() {
        assertThat(plan(true, false, WITHOUT)).isEqualTo(new BranchPlan.CheckOut("agent/x", BASE, false));
    }

    @Test
    void everyPhaseWorksOnTheBranchThatAlfredPushed() {
        assertThat(plan(true, true, WITH)).isEqualTo(new BranchPlan.CheckOut("agent/x", HEAD, true));
        assertThat(plan(false, true, WITH)).isEqualTo(new BranchPlan.CheckOut("agent/x", HEAD, true));
    }

    @Test
    void aWritingPhaseNeverWorksOnSomebodyElsesBranch() {
        assertThat(plan(true, false, WITH))
                .isInstanceOfSatisfying(
                        BranchPlan.Refuse.class,
                        refuse -> assertThat(refuse.reason()).isEqualTo(ExitReason.BRANCH_TAKEN));
    }

    @Test
    void aReadOnlyPhaseLooksAtTheBaseWhereTheBranchIsNotAlfreds() {
        assertThat(plan(false, false, WITHOUT)).isEqualTo(new BranchPlan.CheckOut(BranchPlan.TEMPORARY, BASE, false));
        assertThat(plan(false, false, WITH)).isEqualTo(new BranchPlan.CheckOut(BranchPlan.TEMPORARY, BASE, true));
    }

    @Test
    void aBranchThatAlfredPushedAndSomebodyRemovedIsMadeAgain() {
        assertThat(plan(true, true, WITHOUT)).isEqualTo(new BranchPlan.CheckOut("agent/x", BASE, false));
    }

    @Test
    void anEmptyRepositoryAndAMissingBaseAreToldApart() {
        assertThat(plan(true, false, new RemoteBranches(Map.of())))
                .isInstanceOfSatisfying(
                        BranchPlan.Refuse.class,
                        refuse -> assertThat(refuse.reason()).isEqualTo(ExitReason.EMPTY_REPOSITORY));
        assertThat(plan(true, false, new RemoteBranches(Map.of("trunk", BASE))))
                .isInstanceOfSatisfying(
                        BranchPlan.Refuse.class,
                        refuse -> assertThat(refuse.reason()).isEqualTo(ExitReason.INVALID_REQUEST));
    }

    @Test
    void everyAttemptBeginsWhereTheFirstBegan() {
        BranchPlan.Facts facts = new BranchPlan.Facts(true, "agent/x", "main", true, true, "c".repeat(40));

        assertThat(BranchPlan.of(facts, WITH)).isEqualTo(new BranchPlan.CheckOut("agent/x", "c".repeat(40), true));
    }

    private static BranchPlan plan(boolean writes, boolean pushed, RemoteBranches remote) {
        return BranchPlan.of(new BranchPlan.Facts(writes, "agent/x", "main", pushed, true, null), remote);
    }
}

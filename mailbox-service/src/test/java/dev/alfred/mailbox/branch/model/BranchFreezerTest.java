package dev.alfred.mailbox.branch.model;

import java.util.Set;

import dev.alfred.mailbox.branch.model.BranchFreezer.Freezing;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BranchFreezerTest {
    private static final String NAME = "agent/issue-7-a-title";

    @Test
    void takesTheWantedNameWhereNobodyBearsIt() {
        assertThat(BranchFreezer.freeze(NAME, Set.of("agent/issue-8"), Set.of("agent/issue-9")))
                .isEqualTo(new Freezing.Frozen(NAME));
    }

    @Test
    void countsOnWhereARemoteBranchOrAnotherMailboxBearsTheName() {
        assertThat(BranchFreezer.freeze(NAME, Set.of(NAME + "-2"), Set.of(NAME)))
                .isEqualTo(new Freezing.Frozen(NAME + "-3"));
    }

    @Test
    void countsOnWhereBranchesLieBelowTheName() {
        assertThat(BranchFreezer.freeze(NAME, Set.of(), Set.of(NAME + "/part")))
                .isEqualTo(new Freezing.Frozen(NAME + "-2"));
    }

    @Test
    void seesThatABranchCalledAgentLeavesNoRoom() {
        assertThat(BranchFreezer.freeze(NAME, Set.of(), Set.of("agent"))).isEqualTo(new Freezing.NamespaceTaken());
    }
}

package dev.alfred.mailbox.phase.model;

import java.util.Set;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static org.assertj.core.api.Assertions.assertThat;

class FactsPlannerTest {

    private static Set<FactNeed> plan(MailboxState mailbox, Input input) {
        return FactsPlanner.plan(mailbox, input, Scene.BOT, "alfred");
    }

    private static Set<FactNeed> plan(IssueEvent event) {
        return plan(Scene.planned(), new Input.IssueHappened(event));
    }

    @Test
    void asksForActorAndIssueWhereALabelCounts() {
        assertThat(plan(new IssueEvent.Labeled(context(MAINTAINER), issue(true), "alfred")))
                .containsExactlyInAnyOrder(FactNeed.REPOSITORY, FactNeed.ACTOR, FactNeed.ISSUE);
        assertThat(plan(new IssueEvent.Labeled(context(MAINTAINER), issue(true), "bug")))
                .isEmpty();
        assertThat(plan(new IssueEvent.LabelsChanged(context(MAINTAINER), issue(true))))
                .containsExactlyInAnyOrder(FactNeed.REPOSITORY, FactNeed.ACTOR, FactNeed.ISSUE);
    }

    @Test
    void asksForNothingOnAlfredsOwnEvents() {
        assertThat(plan(new IssueEvent.Labeled(context(Scene.ALFRED), issue(true), "alfred")))
                .isEmpty();
        assertThat(plan(Scene.planned(), says(Scene.ALFRED, "/alfred approve"))).isEmpty();
    }

    @Test
    void asksForTheActorOfEachComment() {
        assertThat(plan(Scene.planned(), says("just a thought"))).containsExactly(FactNeed.ACTOR);
    }

    @Test
    void looksAtTheRepositoryAnewWhereACommentMayStartARun() {
        assertThat(plan(Scene.planned(), says("/alfred approve")))
                .containsExactlyInAnyOrder(FactNeed.REPOSITORY, FactNeed.ACTOR);
        assertThat(plan(Scene.blocked(BlockReason.QUESTION, Phase.DEVELOPMENT), says("the blue one")))
                .containsExactlyInAnyOrder(FactNeed.REPOSITORY, FactNeed.ACTOR);
    }

    @Test
    void readsBranchesAndFormerCommentsForTheFirstRunOnly() {
        assertThat(plan(Scene.freezing(Phase.ANALYSIS), new Input.BranchesAsked()))
                .containsExactlyInAnyOrder(FactNeed.REPOSITORY, FactNeed.BRANCHES, FactNeed.COMMENTS);
        assertThat(plan(Scene.planned(), new Input.BranchesAsked())).containsExactly(FactNeed.REPOSITORY);
    }

    @Test
    void asksWhetherTheMergeRequestIsMergedWhenAnIssueIsReopened() {
        var reopened = new Input.IssueHappened(new IssueEvent.Reopened(context(MAINTAINER), issue(true)));

        assertThat(plan(Scene.planned(), reopened)).containsExactly(FactNeed.ISSUE);
        assertThat(plan(Scene.developed(), reopened)).containsExactlyInAnyOrder(FactNeed.ISSUE, FactNeed.MERGE_REQUEST);
    }

    @Test
    void asksForAnOpenedIssueOnlyWhereItAsksForSomething() {
        assertThat(plan(new IssueEvent.Opened(context(MAINTAINER), issue(true))))
                .isEmpty();
        assertThat(plan(new IssueEvent.Opened(context(MAINTAINER), issue(true, "alfred"))))
                .hasSize(3);
    }
}

package dev.alfred.mailbox.phase.model;

import java.util.Set;

import dev.alfred.contracts.issueevents.IssueEvent;
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
                .containsExactlyInAnyOrder(FactNeed.ACTOR, FactNeed.ISSUE);
        assertThat(plan(new IssueEvent.Labeled(context(MAINTAINER), issue(true), "bug")))
                .isEmpty();
        assertThat(plan(new IssueEvent.LabelsChanged(context(MAINTAINER), issue(true))))
                .containsExactlyInAnyOrder(FactNeed.ACTOR, FactNeed.ISSUE);
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
                .hasSize(2);
    }
}

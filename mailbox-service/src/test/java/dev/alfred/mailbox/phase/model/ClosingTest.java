package dev.alfred.mailbox.phase.model;

import java.util.List;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.decide;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.labeled;
import static dev.alfred.mailbox.phase.model.Scene.present;
import static dev.alfred.mailbox.phase.model.Scene.report;
import static dev.alfred.mailbox.phase.model.Scene.result;
import static org.assertj.core.api.Assertions.assertThat;

/** A merge lets the run end and tells what came of it; any other close stops it. */
class ClosingTest {
    private static final Input CLOSED =
            new Input.IssueHappened(new IssueEvent.Closed(context(MAINTAINER), issue(false)));
    private static final Facts BY_MERGE = present(false, "alfred").merged(true);
    private static final Facts BY_HAND = present(false, "alfred").merged(false);

    private static MailboxState working(Phase phase) {
        return Scene.developed().at(new Standing.Running(Scene.run(phase)));
    }

    private static Decision succeeded(MailboxState state, Phase phase, int commits, AgentOutcome outcome) {
        return decide(
                state,
                new Input.RunHappened(new RunEvent.Succeeded(
                        report(phase, ExitReason.NONE, commits, result(outcome, "Because.", "Which?")))),
                Facts.NONE);
    }

    @Test
    void aRunMayEndWhenTheWorkIsMerged() {
        Decision closing = decide(working(Phase.ANSWER), CLOSED, BY_MERGE);

        assertThat(closing.effects()).isEmpty();
        assertThat(closing.next().standing()).isEqualTo(new Standing.Closing(Scene.run(Phase.ANSWER), CloseCause.DONE));
    }

    @Test
    void anAnswerThatIsThereAfterTheMergeIsPosted() {
        Decision closing = decide(working(Phase.ANSWER), CLOSED, BY_MERGE);

        Decision closed = succeeded(closing.next(), Phase.ANSWER, 0, AgentOutcome.DONE);

        assertThat(closed.effects())
                .containsExactly(
                        new Effect.PostComment(Effect.Tone.ANSWER, "Because.", null),
                        new Effect.PublishClosed(CloseCause.DONE));
        assertThat(closed.outcome()).isEqualTo(Outcome.CLOSE);
    }

    @Test
    void whatWasPushedAfterTheMergeIsTold() {
        Decision closing = decide(working(Phase.DEVELOPMENT), CLOSED, BY_MERGE);

        assertThat(succeeded(closing.next(), Phase.DEVELOPMENT, 2, AgentOutcome.DONE)
                        .effects())
                .containsExactly(
                        new Effect.PostComment(Effect.Tone.SUMMARY, "Because.", null),
                        new Effect.PublishClosed(CloseCause.DONE));
    }

    @Test
    void nobodyIsAskedAnythingAboutADoneIssue() {
        Decision closing = decide(working(Phase.DEVELOPMENT), CLOSED, BY_MERGE);

        assertThat(succeeded(closing.next(), Phase.DEVELOPMENT, 0, AgentOutcome.QUESTION)
                        .effects())
                .containsExactly(new Effect.PublishClosed(CloseCause.DONE));
    }

    @Test
    void aCloseByHandStopsTheRunAndIsDone() {
        Decision closing = decide(working(Phase.DEVELOPMENT), CLOSED, BY_HAND);
        Decision closed = decide(
                closing.next(),
                new Input.RunHappened(new RunEvent.Cancelled(report(closing.next(), ExitReason.CANCELLED))),
                Facts.NONE);

        assertThat(closing.effects()).singleElement().isInstanceOf(Effect.CancelRun.class);
        assertThat(closed.effects()).containsExactly(new Effect.PublishClosed(CloseCause.DONE));
        assertThat(closed.next().standing()).isEqualTo(new Standing.Closed(CloseCause.DONE, Scene.NOW));
    }

    @Test
    void aRunIsToldOnceToStop() {
        Decision closing = decide(working(Phase.DEVELOPMENT), CLOSED, BY_HAND);

        Decision cancelled = decide(closing.next(), Scene.says("/alfred cancel"), Scene.allowed());

        assertThat(cancelled.effects()).isEmpty();
        assertThat(cancelled.reason()).isEqualTo("cancelled");
    }

    @Test
    void aCancelStopsTheRunThatAMergeLeftAlone() {
        Decision closing = decide(working(Phase.DEVELOPMENT), CLOSED, BY_MERGE);

        Decision cancelled = decide(closing.next(), Scene.says("/alfred cancel"), Scene.allowed());

        assertThat(cancelled.effects()).singleElement().isInstanceOf(Effect.CancelRun.class);
    }

    @Test
    void reopenedAfterACloseByHandItGoesOnWithItsCommits() {
        MailboxState pushed =
                Scene.developed().offering(null).at(new Standing.Closed(CloseCause.DONE, Scene.NOW.minusSeconds(60)));
        Input reopened = new Input.IssueHappened(new IssueEvent.Reopened(context(MAINTAINER), issue(true)));
        Input labelled =
                new Input.IssueHappened(new IssueEvent.Labeled(context(MAINTAINER), issue(true, "alfred"), "alfred"));

        MailboxState open = decide(pushed, reopened, present(true)).next();

        assertThat(List.of(open, pushed))
                .allSatisfy(state -> assertThat(
                                decide(state, labelled, present(true, "alfred")).reason())
                        .isEqualTo("development"));
    }

    @Test
    void askedWhetherItIsMergedWhereverThatCounts() {
        Input labelled =
                new Input.IssueHappened(new IssueEvent.Labeled(context(MAINTAINER), issue(true, "alfred"), "alfred"));

        assertThat(List.of(CLOSED, labelled)).allSatisfy(input -> {
            assertThat(FactsPlanner.plan(Scene.developed(), input, Scene.BOT, "alfred"))
                    .contains(FactNeed.MERGE_REQUEST);
            assertThat(FactsPlanner.plan(Scene.planned(), input, Scene.BOT, "alfred"))
                    .doesNotContain(FactNeed.MERGE_REQUEST);
        });
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
}

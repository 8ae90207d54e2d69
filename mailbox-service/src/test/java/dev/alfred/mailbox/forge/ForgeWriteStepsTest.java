package dev.alfred.mailbox.forge;

import java.time.Duration;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeMarker;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWrite.CommentKind;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.StateLabel;
import dev.alfred.mailbox.forge.model.WriteAttempt;
import dev.alfred.mailbox.forge.model.WriteClaim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ForgeWriteStepsTest {
    private static final UUID WRITE = UUID.fromString("01930000-0000-7000-8000-0000000000b1");
    private static final ForgeWrite PLAN = new ForgeWrite.PostComment(7, CommentKind.PLAN, "The plan.", null);
    private static final ForgeWrite RUNNING = new ForgeWrite.UpdateStatus(7, StateLabel.RUNNING, "A run.");
    private static final ForgeWrite MERGE_REQUEST =
            new ForgeWrite.OpenMergeRequest(7, "agent/issue-7", "main", "Greet", "By name.");

    private final FakeForge forge = new FakeForge();

    @Test
    void postsAComment() {
        WriteAttempt attempt = attempt(1, PLAN, null);

        IssueComment posted = forge.comments.getFirst();
        assertThat(attempt)
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.Commented(written(PLAN), posted.id())));
        assertThat(posted.body()).contains(ForgeMarker.of(WRITE)).endsWith("The plan.");
    }

    @Test
    void doesNotPostTwiceWhenTheAnswerToTheFirstCallWasLost() {
        forge.loseAnswer("postComment");

        WriteAttempt first = attempt(1, PLAN, null);
        WriteAttempt second = attempt(2, PLAN, null);

        assertThat(first).isInstanceOf(WriteAttempt.Failed.class);
        assertThat(forge.comments).hasSize(1);
        assertThat(second)
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.Commented(
                        written(PLAN), forge.comments.getFirst().id())));
    }

    @Test
    void isNotSilencedByAMarkerInSomebodyElsesComment() {
        forge.commentBy(new ForgeAccount("66", "mallory"), ForgeMarker.of(WRITE) + " and " + ForgeMarker.STATUS);

        attempt(2, PLAN, null);
        attempt(1, RUNNING, null);

        assertThat(forge.comments).hasSize(3);
    }

    @Test
    void doesNotPostWithAClaimThatAnotherWorkerMayHave() {
        WriteAttempt attempt = new ForgeWriteSteps(forge, claim(1, PLAN, null, false), () -> true).perform();

        assertThat(attempt).isInstanceOf(WriteAttempt.Failed.class);
        assertThat(forge.comments).isEmpty();
    }

    @Test
    void keepsOneStatusCommentAndExactlyOneStateLabel() {
        forge.issueLabels.add("alfred");
        forge.issueLabels.add("alfred:queued");
        forge.issueLabels.add("alfred:blocked");

        attempt(1, RUNNING, null);
        String comment = forge.comments.getFirst().id();
        attempt(1, new ForgeWrite.UpdateStatus(7, StateLabel.DONE, "Done."), comment);

        assertThat(forge.issueLabels).containsExactly("alfred", "alfred:done");
        assertThat(forge.comments).singleElement().satisfies(only -> {
            assertThat(only.id()).isEqualTo(comment);
            assertThat(only.body()).contains(ForgeMarker.STATUS).endsWith("Done.");
        });
    }

    @Test
    void findsTheStatusCommentOfAnAttemptThatDiedBeforeItsRecord() {
        forge.loseAnswer("postComment");

        attempt(1, RUNNING, null);
        attempt(2, RUNNING, null);

        assertThat(forge.comments).hasSize(1);
    }

    @Test
    void writesANewStatusCommentWhenSomebodyDeletedIt() {
        WriteAttempt attempt = attempt(1, RUNNING, "31");

        assertThat(attempt)
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.Commented(
                        written(RUNNING), forge.comments.getFirst().id())));
    }

    @Test
    void skipsAStatusThatANewerOneHasOvertaken() {
        WriteAttempt attempt = new ForgeWriteSteps(forge, claim(1, RUNNING, null, true), () -> false).perform();

        assertThat(attempt).isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.Commented(written(RUNNING), null)));
        assertThat(forge.comments).isEmpty();
    }

    @Test
    void opensADraftThatClosesTheIssueAndAssignsItself() {
        WriteAttempt attempt = attempt(1, MERGE_REQUEST, null);

        ForgeMergeRequest opened = forge.mergeRequests.getFirst();
        assertThat(attempt)
                .isEqualTo(new WriteAttempt.Ended(
                        new ForgeWriteResult.MergeRequestOpened(written(MERGE_REQUEST), opened)));
        assertThat(forge.opened.getFirst().body()).contains("By name.", "Closes #7", ForgeMarker.of(WRITE));
        assertThat(forge.assigned).containsEntry(opened.iid(), "alfred");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fixes #1", "Greet\ncloses\n#1", "`Fixes` `#1` for @ada"})
    void theTitleOfTheMergeRequestClosesNothingAndCallsNobody(String title) {
        attempt(1, new ForgeWrite.OpenMergeRequest(7, "agent/issue-7", "main", title, "By name."), null);

        assertThat(forge.opened.getFirst().title())
                .containsPattern("(?i)[fc]\u200b(ixes|loses)")
                .doesNotContain("@ada", "\n");
    }

    @Test
    void takesTheOpenMergeRequestOfTheBranchInsteadOfASecond() {
        forge.loseAnswer("openMergeRequest");

        attempt(1, MERGE_REQUEST, null);
        WriteAttempt second = attempt(2, MERGE_REQUEST, null);

        assertThat(forge.mergeRequests).hasSize(1);
        assertThat(second)
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.MergeRequestOpened(
                        written(MERGE_REQUEST), forge.mergeRequests.getFirst())));
    }

    @Test
    void reportsAConflictWithoutAnOpenMergeRequestAsAFailure() {
        forge.failNext("openMergeRequest", new ForgeFailure.Conflict("409"));

        assertThat(attempt(1, MERGE_REQUEST, null))
                .isEqualTo(new WriteAttempt.Failed(new ForgeFailure.Conflict("409")));
    }

    @Test
    void isContentWithAnUnassignedMergeRequestWhereTheForgeRefusesIt() {
        forge.failNext("assign", new ForgeFailure.Rejected(422, "no"));

        assertThat(attempt(1, MERGE_REQUEST, null)).isInstanceOf(WriteAttempt.Ended.class);
    }

    @Test
    void endsWithAnIssueThatIsGone() {
        forge.issue = new IssueAnswer.Gone();
        forge.failNext("postComment", new ForgeFailure.NotFound("404"));

        assertThat(attempt(1, PLAN, null))
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.IssueGone(written(PLAN), false)));
        assertThat(attempt(1, RUNNING, null))
                .isEqualTo(new WriteAttempt.Ended(new ForgeWriteResult.IssueGone(written(RUNNING), false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"401", "403", "429", "503"})
    void neverTakesADoubtForGone(String status) {
        ForgeFailure doubt = switch (status) {
            case "401" -> new ForgeFailure.Unauthorized(status);
            case "403" -> new ForgeFailure.Forbidden(status);
            case "429" -> new ForgeFailure.RateLimited(Duration.ofSeconds(3), status);
            default -> new ForgeFailure.Unreachable(status);
        };
        forge.issue = new IssueAnswer.Failed(doubt);
        forge.failNext("postComment", new ForgeFailure.NotFound("404"));

        assertThat(attempt(1, PLAN, null)).isEqualTo(new WriteAttempt.Failed(doubt));
    }

    private WriteAttempt attempt(int number, ForgeWrite write, String statusComment) {
        return new ForgeWriteSteps(forge, claim(number, write, statusComment, false), () -> false).perform();
    }

    private static WriteClaim claim(int attempt, ForgeWrite write, String statusComment, boolean overtaken) {
        return new WriteClaim(UUID.randomUUID(), written(write), attempt, statusComment, overtaken);
    }

    private static Written written(ForgeWrite write) {
        return new Written(WRITE, new UUID(1, 1), MailboxKey.issue("acme-shop", 7), new UUID(1, 2), write);
    }
}

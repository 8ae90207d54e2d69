package dev.alfred.mailbox.forge;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeMarker;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWrite.CommentKind;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.StateLabel;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgeWriteWorkerTest {
    @Inject
    ForgeWrites writes;

    @Inject
    FakeForges forges;

    @Inject
    FakeProjects projects;

    @Inject
    RecordedResults results;

    @Inject
    AgroalDataSource dataSource;

    private final UUID project = UUID.randomUUID();
    private final MailboxKey mailbox = MailboxKey.issue("acme-" + project, 7);

    @Test
    void doesWhatWasAskedForInOrderAfterTheCommit() {
        QuarkusTransaction.requiringNew().run(() -> {
            for (int i = 0; i < 5; i++) {
                enqueue(comment("Text " + i));
            }
            assertThat(forge().comments).isEmpty();
        });

        awaitResults(5);
        assertThat(texts()).containsExactly("Text 0", "Text 1", "Text 2", "Text 3", "Text 4");
    }

    @Test
    void asksForNothingWhenTheDecisionIsRolledBack() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    enqueue(comment("Never."));
                    throw new IllegalStateException("the decision fails");
                }))
                .isInstanceOf(IllegalStateException.class);
        QuarkusTransaction.requiringNew().run(() -> enqueue(comment("Yes.")));

        awaitResults(1);
        assertThat(texts()).containsExactly("Yes.");
    }

    @Test
    void refusesToBeAskedOutsideOfATransaction() {
        assertThatThrownBy(() -> enqueue(comment("No."))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void postsOnceWhenItDiesBetweenTheCallAndItsRecord() {
        results.dieBeforeTheNextRecord();

        QuarkusTransaction.requiringNew().run(() -> enqueue(comment("The plan.")));

        awaitResults(1);
        assertThat(texts()).containsExactly("The plan.");
    }

    @Test
    void takesUpTheWriteOfAWorkerThatWasKilled() throws SQLException {
        UUID write = QuarkusTransaction.requiringNew().call(() -> {
            UUID id = enqueue(comment("The plan."));
            killedAfterPosting(id);
            return id;
        });
        IssueComment posted = forge().commentBy(FakeForge.BOT, ForgeMarker.of(write) + "\nThe plan.");

        awaitResults(1);
        assertThat(forge().comments).containsExactly(posted);
        assertThat(results.of(project).getFirst())
                .isInstanceOfSatisfying(
                        ForgeWriteResult.Commented.class,
                        commented -> assertThat(commented.commentId()).isEqualTo(posted.id()));
    }

    @Test
    void editsOneStatusCommentAndSkipsWhatIsOvertaken() {
        QuarkusTransaction.requiringNew().run(() -> {
            enqueue(new ForgeWrite.UpdateStatus(7, StateLabel.QUEUED, "Queued."));
            enqueue(new ForgeWrite.UpdateStatus(7, StateLabel.RUNNING, "Running."));
        });
        awaitResults(2);
        QuarkusTransaction.requiringNew().run(() -> enqueue(new ForgeWrite.UpdateStatus(7, StateLabel.DONE, "Done.")));

        awaitResults(3);
        assertThat(texts()).containsExactly("Done.");
        assertThat(forge().issueLabels).containsExactly("alfred:done");
        assertThat(results.of(project).getFirst())
                .isInstanceOfSatisfying(
                        ForgeWriteResult.Commented.class,
                        commented -> assertThat(commented.commentId()).isNull());
    }

    @Test
    void comesBackAfterTheForgesPauseAndAfterOutages() {
        forge().failNext("postComment", new ForgeFailure.RateLimited(Duration.ofMillis(300), "429"));
        forge().failNext("postComment", new ForgeFailure.Unreachable("503"));
        forge().failNext("postComment", new ForgeFailure.Unreachable("503"));
        forge().failNext("postComment", new ForgeFailure.Unreachable("503"));

        QuarkusTransaction.requiringNew().run(() -> enqueue(comment("At last.")));

        awaitResults(1);
        assertThat(texts()).containsExactly("At last.");
    }

    @Test
    void tellsTheProjectThatItsCredentialIsRefusedAndGoesOnWhenItIsNot() {
        ForgeFailure refused = new ForgeFailure.Unauthorized("commenting was answered with 401");
        forge().failNext("postComment", refused);

        QuarkusTransaction.requiringNew().run(() -> enqueue(comment("Later.")));

        awaitResults(1);
        assertThat(projects.refusals()).contains(new FakeProjects.Refusal(project, refused));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(projects.accepted()).contains(project));
    }

    @Test
    void waitsAsLongAsTheRepositoryIsNotFound() {
        forge().issue =
                new IssueAnswer.Failed(new ForgeFailure.NotFound("reading the repository was answered with 404"));
        for (int i = 0; i < 5; i++) {
            forge().failNext("postComment", new ForgeFailure.NotFound("404"));
        }

        QuarkusTransaction.requiringNew().run(() -> enqueue(comment("Still here.")));

        awaitResults(1);
        assertThat(texts()).containsExactly("Still here.");
    }

    @Test
    void givesUpWhatTheForgeRefusesForItsContentAndGoesOnWithTheNext() {
        for (int i = 0; i < 3; i++) {
            forge().failNext("postComment", new ForgeFailure.Rejected(422, "422"));
        }

        QuarkusTransaction.requiringNew().run(() -> {
            enqueue(comment("Bad."));
            enqueue(comment("Good."));
        });

        awaitResults(2);
        assertThat(texts()).containsExactly("Good.");
        assertThat(results.of(project).getFirst()).isInstanceOf(ForgeWriteResult.Refused.class);
    }

    @Test
    void dropsTheRestOfAnIssueThatIsGone() {
        forge().issue = new IssueAnswer.Gone();
        forge().failNext("postComment", new ForgeFailure.NotFound("404"));

        QuarkusTransaction.requiringNew().run(() -> {
            enqueue(comment("One."));
            enqueue(comment("Two."));
        });

        awaitResults(1);
        assertThat(results.of(project).getFirst()).isInstanceOf(ForgeWriteResult.IssueGone.class);
        asked().then().body("items.state", equalTo(List.of("dropped", "issue_gone")));
        assertThat(forge().comments).isEmpty();
    }

    @Test
    void keepsWhatShadowModeDoesNotSendForPeopleToRead() {
        QuarkusTransaction.requiringNew()
                .run(() -> writes.recordUnsent(project, mailbox, UUID.randomUUID(), comment("The plan.")));

        asked().then()
                .statusCode(200)
                .body("items[0].state", equalTo("unsent"))
                .body("items[0].write.text", equalTo("The plan."));
        assertThat(forge().comments).isEmpty();
    }

    private io.restassured.response.Response asked() {
        return given().auth().preemptive().basic("admin", "admin-for-tests").get("/mailboxes/" + mailbox + "/writes");
    }

    private void killedAfterPosting(UUID write) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE forge_write SET attempts = 1, claim = ?, claimed_until = now() + interval '1 second' WHERE id = ?")) {
            update.setObject(1, UUID.randomUUID());
            update.setObject(2, write);
            update.executeUpdate();
        }
    }

    private FakeForge forge() {
        return forges.of(project.toString());
    }

    private UUID enqueue(ForgeWrite write) {
        return writes.enqueue(project, mailbox, UUID.randomUUID(), write);
    }

    private static ForgeWrite comment(String text) {
        return new ForgeWrite.PostComment(7, CommentKind.NOTICE, text, null);
    }

    private void awaitResults(int number) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(results.of(project)).hasSize(number));
    }

    private List<String> texts() {
        return forge().comments.stream()
                .map(comment -> ForgeMarker.without(comment.body()))
                .toList();
    }
}

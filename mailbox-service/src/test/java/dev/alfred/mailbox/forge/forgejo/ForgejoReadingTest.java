package dev.alfred.mailbox.forge.forgejo;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgePermission;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/** What is read of a repository: itself, its bot, its pull requests and comments. */
@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgejoReadingTest extends StubbedForgejo {
    @Test
    void readsTheRepositoryByItsIdWithTheToken() {
        var repository = client.repository().found().orElseThrow();

        assertThat(repository.path()).isEqualTo("acme/shop");
        assertThat(repository.permission()).isEqualTo(ForgePermission.WRITE);
        assertThat(repository.defaultBranch()).isEqualTo("main");
        server.verify(getRequestedFor(urlEqualTo("/api/v1/repositories/42"))
                .withHeader("Authorization", equalTo("token t0ken")));
    }

    @Test
    void knowsItsOwnAccount() {
        answer("/api/v1/user", "{\"id\": 9, \"login\": \"alfred\"}");

        assertThat(client.bot()).isEqualTo(ForgeAnswer.ok(new ForgeAccount("9", "alfred")));
    }

    @Test
    void findsTheOpenPullRequestOfItsOwnRepositorysBranch() {
        server.stubFor(get(urlPathEqualTo(BASE + "/pulls"))
                .withQueryParam("page", equalTo("1"))
                .willReturn(okJson("[%s, %s]".formatted(pull(3, "agent/issue-7", 77), pull(4, "other", 42)))));
        server.stubFor(get(urlPathEqualTo(BASE + "/pulls"))
                .withQueryParam("page", equalTo("2"))
                .willReturn(okJson("[%s]".formatted(pull(5, "agent/issue-7", 42)))));
        server.stubFor(get(urlPathEqualTo(BASE + "/pulls"))
                .withQueryParam("page", equalTo("3"))
                .willReturn(okJson("[]")));

        var found =
                client.mergeRequestFor("agent/issue-7").found().orElseThrow().orElseThrow();

        assertThat(found.iid()).isEqualTo(5);
        assertThat(found.draft()).isTrue();
        assertThat(found.headCommit()).isEqualTo("abc");
        assertThat(client.mergeRequestFor("no/such").found().orElseThrow()).isEmpty();
    }

    @Test
    void listsCommentsOldestFirstAndDeletedAccountsAsGhosts() {
        answer(BASE + "/issues/7/comments", """
                [{"id": 32, "body": "Second", "user": {"id": 11, "login": "ada"}, "created_at": "2026-03-01T12:00:00Z"},
                 {"id": 31, "body": "First", "user": {"id": -1, "login": "Ghost"}}]
                """);

        var comments = client.comments(7).found().orElseThrow();

        assertThat(comments)
                .extracting(comment -> comment.id() + comment.body())
                .containsExactly("31First", "32Second");
        assertThat(comments.getFirst().author()).isEqualTo(Actor.GHOST);
    }
}

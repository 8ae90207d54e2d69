package dev.alfred.mailbox.forge.forgejo;

import java.time.Instant;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/** When an issue is there, when it moved, and when it is gone for good. */
@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgejoIssueTest extends StubbedForgejo {
    @Test
    void readsAnIssueWithItsLabels() {
        answer(BASE + "/issues/7", ISSUE);

        assertThat(client.issue(7)).isInstanceOfSatisfying(IssueAnswer.Present.class, present -> {
            assertThat(present.issue().labels()).containsExactly("alfred", "alfred:queued");
            assertThat(present.issue().open()).isTrue();
            assertThat(present.issue().author()).isEqualTo(new Actor("11", "ada", false));
            assertThat(present.issue().updatedAt()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
            assertThat(present.issue().mergeRequest()).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void callsAnIssueGoneOnlyWhenItsProjectAnswersWithIssuesSwitchedOn(int status) {
        answer(BASE + "/issues/7", status);

        assertThat(client.issue(7)).isEqualTo(new IssueAnswer.Gone());

        repository("acme/shop", false);
        assertThat(client.issue(7)).isInstanceOf(IssueAnswer.Failed.class);

        answer("/api/v1/repositories/42", 404);
        assertThat(client.issue(7)).isInstanceOf(IssueAnswer.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 451, 500, 502, 503})
    void callsAnIssueGoneForNoOtherAnswer(int status) {
        answer(BASE + "/issues/7", status);

        assertThat(client.issue(7)).isInstanceOf(IssueAnswer.Failed.class);
    }

    @Test
    void doesNotFollowARedirectOfAnIssue() {
        server.stubFor(get(urlPathEqualTo(BASE + "/issues/7"))
                .willReturn(aResponse().withStatus(301).withHeader("Location", server.baseUrl() + "/stolen")));

        assertThat(client.issue(7)).isEqualTo(new IssueAnswer.Moved());
        server.verify(0, getRequestedFor(urlPathEqualTo("/stolen")));
    }

    @Test
    void findsARenamedRepositoryByItsId() {
        answer(BASE + "/issues/7", ISSUE);
        client.issue(7);

        answer(BASE + "/issues/7", 404);
        repository("acme/store", true);
        answer("/api/v1/repos/acme/store/issues/7", ISSUE);

        assertThat(client.issue(7)).isInstanceOf(IssueAnswer.Present.class);
    }
}

package dev.alfred.mailbox.forge.forgejo;

import java.util.Map;

import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeHook;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.NewMergeRequest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.patchRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/** What is written: pull requests, comments, labels, assignees, the webhook. */
@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgejoWritingTest extends StubbedForgejo {
    @Test
    void opensADraft() {
        server.stubFor(post(urlPathEqualTo(BASE + "/pulls"))
                .willReturn(aResponse().withStatus(201).withBody(pull(5, "agent/issue-7", 42))));

        var opened = client.openMergeRequest(new NewMergeRequest("agent/issue-7", "main", "Greet\n by name", "Body"));

        assertThat(opened.found().orElseThrow().iid()).isEqualTo(5);
        server.verify(
                postRequestedFor(urlPathEqualTo(BASE + "/pulls"))
                        .withRequestBody(
                                equalToJson(
                                        "{\"head\": \"agent/issue-7\", \"base\": \"main\", \"title\": \"WIP: Greet by name\", \"body\": \"Body\"}")));
    }

    @Test
    void postsAndEditsComments() {
        String hostile = "\"\n".repeat(5000) + "🚀";
        server.stubFor(post(urlPathEqualTo(BASE + "/issues/7/comments"))
                .willReturn(aResponse().withStatus(201).withBody("{\"id\": 33}")));
        server.stubFor(patch(urlPathEqualTo(BASE + "/issues/comments/33")).willReturn(status(204)));

        assertThat(client.postComment(7, hostile)).isEqualTo(ForgeAnswer.ok("33"));
        assertThat(client.editComment(7, "33", "new")).isEqualTo(ForgeAnswer.ok(ForgeAnswer.Done.DONE));

        assertThat(server.findAll(postRequestedFor(anyUrl())).getFirst().getBodyAsString())
                .contains("\\n", "🚀");
        server.verify(patchRequestedFor(urlPathEqualTo(BASE + "/issues/comments/33"))
                .withRequestBody(equalToJson("{\"body\": \"new\"}")));
    }

    @Test
    void labelsByTheLabelsId() {
        labels(Map.of(6, "alfred:queued", 8, "alfred:running"));
        answer(BASE + "/issues/7", ISSUE);
        server.stubFor(post(urlPathEqualTo(BASE + "/issues/7/labels")).willReturn(okJson("[]")));
        server.stubFor(any(urlPathEqualTo(BASE + "/issues/7/labels/6")).willReturn(status(204)));

        assertThat(client.addLabel(7, "alfred:running").found()).isPresent();
        assertThat(client.removeLabel(7, "alfred:queued").found()).isPresent();
        assertThat(client.removeLabel(7, "alfred:done").found())
                .as("it does not bear it")
                .isPresent();
        assertThat(client.addLabel(7, "unknown").found()).isEmpty();

        server.verify(1, postRequestedFor(anyUrl()).withRequestBody(equalToJson("{\"labels\": [8]}")));
        server.verify(1, deleteRequestedFor(anyUrl()));
    }

    @Test
    void makesOnlyTheLabelsThatAreMissing() {
        labels(Map.of(1, "alfred", 2, "alfred:approved", 3, "alfred:queued", 4, "alfred:running", 5, "alfred:waiting"));
        server.stubFor(post(urlPathEqualTo(BASE + "/labels"))
                .willReturn(aResponse().withStatus(201).withBody("{\"id\": 9, \"name\": \"x\"}")));

        assertThat(client.ensureLabels(ForgeLabel.needed("alfred")).found()).isPresent();

        assertThat(server.findAll(postRequestedFor(urlPathEqualTo(BASE + "/labels"))))
                .extracting(request -> request.getBodyAsString().replaceAll(".*\"name\":\"([^\"]*)\".*", "$1"))
                .containsExactly("alfred:blocked", "alfred:done");
    }

    @Test
    void assignsByLogin() {
        server.stubFor(patch(urlPathEqualTo(BASE + "/issues/5"))
                .willReturn(aResponse().withStatus(201).withBody(ISSUE)));

        assertThat(client.assign(5, new ForgeAccount("9", "alfred")).found()).isPresent();
        server.verify(patchRequestedFor(urlPathEqualTo(BASE + "/issues/5"))
                .withRequestBody(equalToJson("{\"assignees\": [\"alfred\"]}")));
    }

    @Test
    void correctsTheWebhookThatIsThereAndElseRegistersIt() {
        server.stubFor(get(urlPathEqualTo(BASE + "/hooks"))
                .willReturn(okJson("[{\"id\": 61, \"config\": {\"url\": \"http://alfred/webhooks/here\"}}]")));
        server.stubFor(patch(urlPathEqualTo(BASE + "/hooks/61")).willReturn(okJson("{}")));
        server.stubFor(post(urlPathEqualTo(BASE + "/hooks"))
                .willReturn(aResponse().withStatus(201).withBody("{}")));

        assertThat(client.installHook(new ForgeHook("http://alfred/webhooks/here", "s3cret"))
                        .found())
                .isPresent();
        assertThat(client.installHook(new ForgeHook("http://alfred/webhooks/there", "s3cret"))
                        .found())
                .isPresent();

        server.verify(1, patchRequestedFor(urlPathEqualTo(BASE + "/hooks/61")));
        assertThat(server.findAll(postRequestedFor(urlPathEqualTo(BASE + "/hooks")))
                        .getFirst()
                        .getBodyAsString())
                .contains(
                        "\"type\":\"forgejo\"", "\"content_type\":\"json\"", "\"secret\":\"s3cret\"", "issue_comment");
    }

    private static void labels(Map<Integer, String> labels) {
        answer(
                BASE + "/labels",
                labels.entrySet().stream()
                        .map(label -> "{\"id\": %d, \"name\": \"%s\"}".formatted(label.getKey(), label.getValue()))
                        .toList()
                        .toString());
    }
}

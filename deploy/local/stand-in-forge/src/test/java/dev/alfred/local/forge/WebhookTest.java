package dev.alfred.local.forge;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static dev.alfred.local.forge.ForgeClient.DEV;
import static dev.alfred.local.forge.ForgeClient.aHook;
import static dev.alfred.local.forge.ForgeClient.aLabel;
import static dev.alfred.local.forge.ForgeClient.aRepository;
import static dev.alfred.local.forge.ForgeClient.anIssue;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@QuarkusTest
class WebhookTest {

    private static final String SECRET = "not really secret";

    private final HookReceiver receiver = new HookReceiver();

    @AfterEach
    void close() {
        DEV.request().delete("/_stand-in/faults");
        receiver.close();
    }

    @Test
    void signsTheExactBytesInEveryHeaderOfTheFamily() throws Exception {
        String repository = aRepository();
        aHook(repository, receiver, SECRET);
        anIssue(repository, "Ajouter 🚀 é");
        HookReceiver.Received hook = receiver.awaitOne("issues/opened");
        String sha256 = hmac("HmacSHA256", hook.body());
        assertThat(hook.header("X-Forgejo-Signature")).isEqualTo(sha256);
        assertThat(hook.header("X-Gitea-Signature")).isEqualTo(sha256);
        assertThat(hook.header("X-Hub-Signature-256")).isEqualTo("sha256=" + sha256);
        assertThat(hook.header("X-Hub-Signature")).isEqualTo("sha1=" + hmac("HmacSHA1", hook.body()));
        assertThat(hook.header("X-GitHub-Event")).isEqualTo("issues");
        assertThat(hook.header("X-GitHub-Delivery")).isEqualTo(hook.header("X-Forgejo-Delivery"));
        assertThat(hook.json().at("/issue/title").asText()).isEqualTo("Ajouter 🚀 é");
        assertThat(hook.json().at("/repository/full_name").asText()).startsWith("dev/");
        assertThat(hook.json().at("/sender/id").asLong()).isEqualTo(1);
    }

    @Test
    void leavesTheSignatureEmptyWithoutASecret() {
        String repository = aRepository();
        aHook(repository, receiver, "");
        anIssue(repository, "unsigned");
        HookReceiver.Received hook = receiver.awaitOne("issues/opened");
        assertThat(hook.header("X-Forgejo-Signature")).isEmpty();
        assertThat(hook.header("X-Hub-Signature-256")).isEqualTo("sha256=");
    }

    @Test
    void hasEveryFieldOfTheRecordedPayloads() throws Exception {
        String repository = aRepository();
        aHook(repository, receiver, SECRET);
        long number = anIssue(repository, "compare me");
        DEV.with(Map.of("body", "hello")).post(repository + "/issues/" + number + "/comments");
        assertHasFieldsOf("""
                {"action":"", "number":1, "issue":{"id":1,"url":"","html_url":"","number":1,"user":{"id":1,"login":"",
                "full_name":"","email":"","avatar_url":"","username":""},"title":"","body":"","labels":[],"milestone":null,
                "assignee":null,"assignees":null,"state":"","is_locked":false,"comments":0,"created_at":"","updated_at":"",
                "closed_at":null,"due_date":null,"pull_request":null,"repository":{"id":1,"name":"","owner":"",
                "full_name":""}},"repository":{"id":1,"owner":{},"name":"","full_name":"","private":false,"html_url":"",
                "ssh_url":"","clone_url":"","default_branch":"","permissions":{"admin":true,"push":true,"pull":true},
                "has_issues":true},"sender":{}}""", receiver.awaitOne("issues/opened").json());
        assertHasFieldsOf("""
                {"action":"","issue":{},"comment":{"id":2,"html_url":"","pull_request_url":"","issue_url":"","user":{},
                "original_author":"","original_author_id":0,"body":"","created_at":"","updated_at":""},"repository":{},
                "sender":{},"is_pull":false}""", receiver.awaitOne("issue_comment/created").json());
    }

    @Test
    void tellsAnIssuesLifeInOrder() {
        String repository = aRepository();
        aHook(repository, receiver, SECRET);
        long id = aLabel(repository, "alfred");
        long number = anIssue(repository, "a life");
        String issue = repository + "/issues/" + number;
        DEV.with(Map.of("labels", List.of(id))).post(issue + "/labels");
        DEV.with(Map.of("title", "another title")).patch(issue);
        DEV.with(Map.of("assignees", List.of("alfred"))).patch(issue);
        int comment = DEV.with(Map.of("body", "one")).post(issue + "/comments").path("id");
        DEV.with(Map.of("body", "two")).patch(repository + "/issues/comments/" + comment);
        DEV.request().delete(repository + "/issues/comments/" + comment);
        DEV.request().delete(issue + "/labels/" + id);
        DEV.with(Map.of("state", "closed")).patch(issue);
        DEV.with(Map.of("state", "open")).patch(issue);
        receiver.awaitOne("issues/reopened");
        assertThat(receiver.story())
                .containsExactly(
                        "issues/opened",
                        "issue_label/label_updated",
                        "issues/edited",
                        "issue_assign/assigned",
                        "issue_comment/created",
                        "issue_comment/edited",
                        "issue_comment/deleted",
                        "issue_label/label_cleared",
                        "issues/closed",
                        "issues/reopened");
        assertThat(receiver.awaitOne("issue_label/label_updated")
                        .json()
                        .at("/label/name")
                        .asText())
                .isEqualTo("alfred");
        assertThat(receiver.awaitOne("issues/edited")
                        .json()
                        .at("/changes/title/from")
                        .asText())
                .isEqualTo("a life");
    }

    @Test
    void repeatsADeliveryUnderANewId() {
        String repository = aRepository();
        long hook = aHook(repository, receiver, SECRET);
        anIssue(repository, "again please");
        HookReceiver.Received first = receiver.awaitOne("issues/opened");
        String uuid = first.header("X-Forgejo-Delivery");
        String deliveries = repository + "/hooks/" + hook + "/deliveries";
        await().atMost(10, SECONDS)
                .until(() -> Boolean.TRUE.equals(DEV.request().get(deliveries).path("[0].delivered")));
        DEV.request().post(deliveries + "/" + uuid + "/attempts").then().statusCode(202);
        HookReceiver.Received second =
                receiver.awaitOne(one -> !one.header("X-Forgejo-Delivery").equals(uuid));
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void losesAndDoublesWebhooksWhenToldTo() {
        String repository = aRepository();
        long hook = aHook(repository, receiver, SECRET);
        DEV.with(Map.of("drop", 1, "duplicate", 1, "hold", false)).put("/_stand-in/faults/webhooks");
        anIssue(repository, "lost");
        anIssue(repository, "twice");
        await().atMost(10, SECONDS).until(() -> receiver.all().size() == 2);
        assertThat(receiver.all())
                .allSatisfy(one ->
                        assertThat(one.json().at("/issue/title").asText()).isEqualTo("twice"))
                .extracting(one -> one.header("X-Forgejo-Delivery"))
                .containsOnly(receiver.all().getFirst().header("X-Forgejo-Delivery"));
        List<String> outcomes = DEV.request()
                .get(repository + "/hooks/" + hook + "/deliveries")
                .jsonPath()
                .getList("outcome");
        assertThat(outcomes).contains("dropped");
    }

    private static void assertHasFieldsOf(String sample, JsonNode payload) throws Exception {
        assertHasFields("", new com.fasterxml.jackson.databind.ObjectMapper().readTree(sample), payload);
    }

    private static void assertHasFields(String path, JsonNode sample, JsonNode payload) {
        sample.properties().forEach(field -> {
            assertThat(payload.has(field.getKey()))
                    .as(path + "/" + field.getKey())
                    .isTrue();
            assertHasFields(path + "/" + field.getKey(), field.getValue(), payload.get(field.getKey()));
        });
    }

    private static String hmac(String algorithm, byte[] body) throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), algorithm));
        return HexFormat.of().formatHex(mac.doFinal(body));
    }
}

package dev.alfred.mailbox.forge.forgejo;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeConfig;
import dev.alfred.mailbox.forge.ForgeCredential;
import dev.alfred.mailbox.forge.ForgeMetrics;
import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeHook;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.ForgePermission;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.NewMergeRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.patchRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

@QuarkusTest
@TestProfile(ForgeTestProfile.class)
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class ForgejoClientTest {
    private static final String REPOSITORY = """
            {"id": 42, "full_name": "%s", "owner": {"id": 3, "login": "acme"}, "default_branch": "main", "empty": false,
             "has_issues": %s, "archived": false, "permissions": {"admin": false, "push": true, "pull": true},
             "clone_url": "http://elsewhere/acme/shop.git"}
            """;
    private static final String ISSUE = """
            {"id": 900, "number": 7, "title": "Greet", "body": "By name.", "state": "open",
             "labels": [{"id": 5, "name": "alfred"}, {"id": 6, "name": "alfred:queued"}],
             "user": {"id": 11, "login": "ada"}, "pull_request": null, "html_url": "http://f/acme/shop/issues/7",
             "updated_at": "2026-03-01T13:00:00+01:00"}
            """;
    private static final String BASE = "/api/v1/repos/acme/shop";

    private static WireMockServer server;

    @Inject
    ForgejoDialect dialect;

    @Inject
    MeterRegistry registry;

    @Inject
    ForgeMetrics metrics;

    private ForgeClient client;

    @BeforeAll
    static void start() {
        server = new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @BeforeEach
    void aForge() {
        server.resetAll();
        repository("acme/shop", true);
        client = dialect.open(access());
    }

    private static ForgeAccess access() {
        return new ForgeAccess(
                "here",
                ForgeKind.FORGEJO,
                URI.create(server.baseUrl()),
                "42",
                URI.create(server.baseUrl() + "/acme/shop.git"),
                new ForgeCredential("alfred", "t0ken"));
    }

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

    @ParameterizedTest
    @CsvSource({
        "401, unauthorized",
        "403, forbidden",
        "404, not_found",
        "409, conflict",
        "410, gone",
        "422, rejected",
        "429, rate_limited",
        "302, moved",
        "500, unreachable"
    })
    void answersEachFailureAsAValueAndCountsIt(int status, String code) {
        answer("/api/v1/user", status);
        double before = counted(code);

        assertThat(failure(client.bot()).code()).isEqualTo(code);
        assertThat(counted(code) - before).isEqualTo(1);
    }

    @Test
    void waitsAsLongAsTheForgeSays() {
        server.stubFor(
                get(urlPathEqualTo("/api/v1/user")).willReturn(status(403).withHeader("Retry-After", "17")));

        assertThat(client.bot())
                .isEqualTo(ForgeAnswer.failed(new ForgeFailure.RateLimited(
                        Duration.ofSeconds(17), "reading the own account was answered with 403")));
    }

    @Test
    void takesSilenceForUnreachable() {
        server.stubFor(get(urlPathEqualTo("/api/v1/user"))
                .willReturn(okJson("{\"id\": 9, \"login\": \"alfred\"}").withFixedDelay(3000)));
        ForgeClient impatient = new ForgejoDialect(new Impatient(), metrics).open(access());

        assertThat(impatient.bot()).isEqualTo(unreachable("reading the own account: no answer"));
    }

    /** Only the test of silence has a short timeout: a loaded machine pauses longer than that now and then. */
    private record Impatient() implements ForgeConfig {
        @Override
        public Duration connectTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Duration readTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Writes writes() {
            throw new UnsupportedOperationException("a client writes at once");
        }
    }

    @Test
    void takesNonsenseForUnreachable() {
        server.stubFor(
                get(urlPathEqualTo("/api/v1/user")).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        assertThat(client.bot()).isEqualTo(unreachable("reading the own account: no answer"));

        server.stubFor(get(urlPathEqualTo("/api/v1/user"))
                .willReturn(aResponse().withHeader("Content-Type", "text/html").withBody("<html>Welcome</html>")));
        assertThat(client.bot()).isEqualTo(unreachable("reading the own account: the answer is not the forge's JSON"));
    }

    @ParameterizedTest
    @CsvSource({"owner, WRITE", "admin, WRITE", "write, WRITE", "read, READ", "none, NONE", "wizard, NONE"})
    void asksTheForgeWhatAnActorMay(String permission, ForgePermission granted) {
        answer(
                BASE + "/collaborators/ada/permission",
                "{\"permission\": \"%s\", \"user\": {\"id\": 11, \"login\": \"ada\"}}".formatted(permission));

        assertThat(client.permission(new Actor("11", "ada", false))).isEqualTo(granted);
    }

    @Test
    void grantsNothingInDoubt() {
        answer(
                BASE + "/collaborators/ada/permission",
                "{\"permission\": \"admin\", \"user\": {\"id\": 12, \"login\": \"ada\"}}");
        assertThat(client.permission(new Actor("11", "ada", false)))
                .as("the name is somebody else's by now")
                .isEqualTo(ForgePermission.NONE);
        assertThat(client.permission(Actor.GHOST)).isEqualTo(ForgePermission.NONE);
        assertThat(client.permission(new Actor("11", "../../../user", false))).isEqualTo(ForgePermission.NONE);

        answer(BASE + "/collaborators/ada/permission", 403);
        assertThat(client.permission(new Actor("11", "ada", false))).isEqualTo(ForgePermission.NONE);
    }

    @Test
    void letsTheOwnerCommandEvenWhereItMayNotAskAboutOthers() {
        answer(BASE + "/collaborators/acme/permission", 403);

        assertThat(client.permission(new Actor("3", "acme", false))).isEqualTo(ForgePermission.WRITE);
        assertThat(client.permission(new Actor("4", "acme", false))).isEqualTo(ForgePermission.NONE);
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

    @Test
    void readsNoBranchesWithARefusedCredential() {
        server.stubFor(any(urlPathEqualTo("/acme/shop.git/info/refs"))
                .willReturn(status(401).withHeader("WWW-Authenticate", "Basic realm=\"forge\"")));
        assertThat(failure(client.remoteBranches("agent"))).isInstanceOf(ForgeFailure.Unauthorized.class);

        server.stubFor(any(urlPathEqualTo("/acme/shop.git/info/refs")).willReturn(status(404)));
        assertThat(failure(client.remoteBranches("agent"))).isInstanceOf(ForgeFailure.NotFound.class);
    }

    private static void repository(String path, boolean hasIssues) {
        answer("/api/v1/repositories/42", REPOSITORY.formatted(path, hasIssues));
    }

    private static void answer(String path, String json) {
        server.stubFor(get(urlPathEqualTo(path)).willReturn(okJson(json)));
    }

    private static void answer(String path, int status) {
        server.stubFor(get(urlPathEqualTo(path)).willReturn(status(status)));
    }

    private static void labels(Map<Integer, String> labels) {
        answer(
                BASE + "/labels",
                labels.entrySet().stream()
                        .map(label -> "{\"id\": %d, \"name\": \"%s\"}".formatted(label.getKey(), label.getValue()))
                        .toList()
                        .toString());
    }

    private static String pull(long number, String branch, long headRepository) {
        return """
                {"id": %1$d00, "number": %1$d, "title": "WIP: Greet", "state": "open", "merged": false,
                 "head": {"ref": "%2$s", "sha": "abc", "repo_id": %3$d, "repo": {"id": %3$d}},
                 "base": {"ref": "main", "sha": "def", "repo_id": 42}, "html_url": "http://f/acme/shop/pulls/%1$d"}
                """.formatted(number, branch, headRepository);
    }

    private static ForgeFailure failure(ForgeAnswer<?> answer) {
        return answer instanceof ForgeAnswer.Failed<?>(ForgeFailure failure)
                ? failure
                : fail("the forge answered: " + answer);
    }

    private static ForgeAnswer<ForgeAccount> unreachable(String detail) {
        return ForgeAnswer.failed(new ForgeFailure.Unreachable(detail));
    }

    private double counted(String outcome) {
        return registry.get(ForgeMetrics.REQUESTS)
                .tags(List.of(
                        io.micrometer.core.instrument.Tag.of("forge", "forgejo"),
                        io.micrometer.core.instrument.Tag.of("outcome", outcome)))
                .counter()
                .count();
    }
}

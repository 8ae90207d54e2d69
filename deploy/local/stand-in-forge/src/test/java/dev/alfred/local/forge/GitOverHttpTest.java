package dev.alfred.local.forge;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.alfred.local.forge.ForgeClient.ALFRED;
import static dev.alfred.local.forge.ForgeClient.DEV;
import static dev.alfred.local.forge.ForgeClient.GUEST;
import static dev.alfred.local.forge.ForgeClient.aHook;
import static dev.alfred.local.forge.ForgeClient.aRepository;
import static dev.alfred.local.forge.ForgeClient.anIssue;
import static dev.alfred.local.forge.GitWorkspace.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

@QuarkusTest
class GitOverHttpTest {

    private static final String BRANCH = "agent/issue-1-greet-by-name";

    @TempDir
    Path directory;

    private final HookReceiver receiver = new HookReceiver();

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void clonesAndPushesWithATokenAsPassword() {
        String repository = aRepository();
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, "alfred", "alfred-token"));
        work.must("switch", "-q", "-c", BRANCH);
        work.commit("hello.txt", "hello\n", "Say hello").must("push", "-q", "origin", BRANCH);
        String sha = work.must("rev-parse", "HEAD");
        DEV.request()
                .get(repository + "/branches/" + BRANCH)
                .then()
                .statusCode(200)
                .body("commit.id", equalTo(sha));
        DEV.request().get(repository + "/git/refs/heads/agent").then().body("ref", contains("refs/heads/" + BRANCH));
    }

    @Test
    void refusesToPushForNobodyAndForReaders() {
        String repository = aRepository();
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, null, null));
        work.commit("x.txt", "x", "Not mine");
        assertThat(work.run("push", "origin", "main").status()).isNotZero();
        GitWorkspace.Ended ended = work.run("push", url(repository, "guest", "guest-token"), "main");
        assertThat(ended.status()).isNotZero();
        assertThat(ended.output()).contains("403");
        assertThat(work.run("push", url(repository, "dev", "wrong"), "main").status())
                .isNotZero();
    }

    @Test
    void asksForATokenToReadAPrivateRepository() {
        String repository = aRepository(Map.of("private", true, "auto_init", true));
        GitWorkspace outside = new GitWorkspace(directory);
        assertThat(outside.run("ls-remote", url(repository, null, null)).status())
                .isNotZero();
        assertThat(outside.run("ls-remote", url(repository, "guest", "guest-token"))
                        .status())
                .isNotZero();
        assertThat(outside.must("ls-remote", url(repository, "alfred", "alfred-token")))
                .contains("refs/heads/main");
        assertThat(outside.must("-c", "protocol.version=0", "ls-remote", url(repository, "dev", "dev-token")))
                .contains("HEAD");
    }

    @Test
    void takesTheFirstPushIntoAnEmptyRepository() {
        String repository = aRepository(Map.of());
        DEV.request().get(repository).then().body("empty", equalTo(true));
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, "dev", "dev-token"));
        work.must("checkout", "-q", "-B", "trunk");
        work.commit("a.txt", "a".repeat(3_000_000), "First").must("push", "-q", "origin", "trunk");
        DEV.request().get(repository).then().body("empty", equalTo(false), "default_branch", equalTo("trunk"));
    }

    @Test
    void mergesInGitAndClosesTheIssueThatTheTextPromises() {
        String repository = aRepository();
        aHook(repository, receiver, "s");
        long issue = anIssue(repository, "Greet by name");
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, "alfred", "alfred-token"));
        work.must("switch", "-q", "-c", BRANCH);
        work.commit("hello.txt", "hello\n", "Say hello").must("push", "-q", "origin", BRANCH);
        String pull = aPull(repository, "WIP: Greet by name", "Closes #" + issue);
        DEV.with(Map.of("Do", "merge")).post(pull + "/merge").then().statusCode(405);
        DEV.request().get(pull).then().body("draft", equalTo(true), "mergeable", equalTo(false));
        ALFRED.with(Map.of("title", "Greet by name")).patch(pull).then().statusCode(201);
        work.commit("hello.txt", "hello you\n", "Say more").must("push", "-q", "origin", BRANCH);
        String head = work.must("rev-parse", "HEAD");
        DEV.request().get(pull).then().body("head.sha", equalTo(head), "mergeable", equalTo(true));
        DEV.with(Map.of("Do", "merge", "head_commit_id", head))
                .post(pull + "/merge")
                .then()
                .statusCode(200);
        DEV.request().get(pull).then().body("merged", equalTo(true), "state", equalTo("closed"));
        DEV.request().get(pull + "/merge").then().statusCode(204);
        DEV.request().get(repository + "/issues/" + issue).then().body("state", equalTo("closed"));
        work.must("switch", "-q", "main");
        work.must("pull", "-q");
        assertThat(work.must("show", "HEAD:hello.txt")).isEqualTo("hello you");
        receiver.awaitOne("issues/closed");
        assertThat(receiver.story())
                .containsSubsequence(
                        "push",
                        "pull_request/opened",
                        "pull_request/edited",
                        "pull_request_sync/synchronized",
                        "pull_request/closed",
                        "issues/closed");
    }

    @Test
    void refusesTwoOpenPullRequestsOfOneBranchAndAConflictingMerge() {
        String repository = aRepository();
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, "dev", "dev-token"));
        work.must("switch", "-q", "-c", BRANCH);
        work.commit("README.md", "one\n", "One").must("push", "-q", "origin", BRANCH);
        String pull = aPull(repository, "One", "");
        ALFRED.with(Map.of("head", BRANCH, "base", "main", "title", "again"))
                .post(repository + "/pulls")
                .then()
                .statusCode(409);
        work.must("switch", "-q", "main");
        work.commit("README.md", "two\n", "Two").must("push", "-q", "origin", "main");
        DEV.request().get(pull).then().body("mergeable", equalTo(false));
        DEV.with(Map.of("Do", "merge")).post(pull + "/merge").then().statusCode(409);
        DEV.request()
                .get(repository + "/pulls/main/" + BRANCH)
                .then()
                .statusCode(200)
                .body("title", equalTo("One"));
    }

    @Test
    void combinesTheNewestStatusOfEachCheck() {
        String repository = aRepository();
        String sha = DEV.request().get(repository + "/branches/main").path("commit.id");
        DEV.request().get(repository + "/commits/main/status").then().body("state", equalTo(""));
        ALFRED.with(Map.of("state", "failure", "context", "ci/test")).post(repository + "/statuses/" + sha);
        ALFRED.with(Map.of("state", "success", "context", "ci/lint")).post(repository + "/statuses/" + sha);
        DEV.request().get(repository + "/commits/" + sha + "/status").then().body("state", equalTo("failure"));
        ALFRED.with(Map.of("state", "success", "context", "ci/test")).post(repository + "/statuses/" + sha);
        DEV.request()
                .get(repository + "/commits/main/status")
                .then()
                .body("state", equalTo("success"))
                .body("statuses", hasSize(2));
    }

    @Test
    void takesReviewsAndTellsThem() {
        String repository = aRepository();
        aHook(repository, receiver, "s");
        GitWorkspace work = GitWorkspace.cloned(directory, url(repository, "alfred", "alfred-token"));
        work.must("switch", "-q", "-c", BRANCH);
        work.commit("hello.txt", "hello\n", "Say hello").must("push", "-q", "origin", BRANCH);
        String pull = aPull(repository, "Review me", "");
        int review = GUEST.with(Map.of(
                        "event",
                        "REQUEST_CHANGES",
                        "body",
                        "not yet",
                        "comments",
                        List.of(Map.of("path", "hello.txt", "body", "why?", "new_position", 1))))
                .post(pull + "/reviews")
                .then()
                .statusCode(200)
                .body("state", equalTo("REQUEST_CHANGES"))
                .extract()
                .path("id");
        DEV.request().get(pull + "/reviews/" + review + "/comments").then().body("body", contains("why?"));
        HookReceiver.Received told = receiver.awaitOne("pull_request_review_rejected/reviewed");
        assertThat(told.header("X-Forgejo-Event")).isEqualTo("pull_request_rejected");
        assertThat(told.json().at("/review/content").asText()).isEqualTo("not yet");
    }

    private static String aPull(String repository, String title, String body) {
        int number = ALFRED.with(Map.of("head", BRANCH, "base", "main", "title", title, "body", body))
                .post(repository + "/pulls")
                .then()
                .statusCode(201)
                .extract()
                .path("number");
        return repository + "/pulls/" + number;
    }
}

package dev.alfred.mailbox.mailbox;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.mailbox.mailbox.Stage.admin;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static dev.alfred.mailbox.mailbox.Stage.service;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

/** Organizations, projects, their settings and their credentials, over REST. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class ProjectRegistrationTest extends StagedProject {
    private static final String SHOP = "/organizations/acme/projects/shop";

    @Test
    void aProjectKnowsItsBotItsBranchAndWhereTheWebhookGoes() {
        admin().body(Stage.projectBody(false))
                .put(SHOP)
                .then()
                .statusCode(200)
                .body("keySlug", equalTo("acme-shop"))
                .body("bot.login", equalTo("alfred-bot"))
                .body("bot.permission", equalTo("write"))
                .body("defaultBranch", equalTo("main"))
                .body("hook.installed", equalTo(false))
                .body("hook.address", equalTo("https://alfred.example/webhooks/forge"))
                .body("hook.events", hasItem("Issues: comments"));
        assertThat(stage.forge().labelsMade)
                .contains("alfred", "alfred:approved", "alfred:queued", "alfred:running", "alfred:done");
    }

    @Test
    void theWebhookIsRegisteredWhenAskedAndItsSecretIsNeverShown() {
        String answer = admin().body(Stage.projectBody(true))
                .put(SHOP)
                .then()
                .statusCode(200)
                .body("hook.installed", equalTo(true))
                .extract()
                .asString();

        assertThat(stage.forge().hooks)
                .last()
                .satisfies(hook -> assertThat(hook.secret()).isEqualTo("hook-secret-for-tests"));
        assertThat(answer).doesNotContain("hook-secret-for-tests").doesNotContain(MailboxTestProfile.TOKEN);
    }

    @Test
    void anEmptyRepositoryIsStoredAndBlocked() {
        stage.forge().empty = true;

        admin().body(Stage.projectBody(false))
                .put(SHOP)
                .then()
                .statusCode(200)
                .body("blocked", equalTo("empty_repository"))
                .body("defaultBranch", nullValue());
    }

    @Test
    void whatDoesNotFitIsRefusedWithAReason() {
        refused(SHOP, "connection", "nowhere", 400, "unknown-connection");
        refused(SHOP, "connection", "narrow", 400, "repository-not-allowed");
        refused(SHOP, "repositoryId", 43, 409, "project-is-another-repository");
        refused("/organizations/acme/projects/other", "repository", "acme/shop", 409, "repository-registered");
        refused("/organizations/acme/projects/Shop", "repository", "acme/shop", 400, "invalid-name");
        refused(SHOP, "cloneUrl", "git@forge.example:acme/shop.git", 400, "invalid-input");
        refused(SHOP, "cloneUrl", "https://evil.example/acme/shop.git", 400, "clone-url-elsewhere");
        refused(SHOP, "cloneUrl", "http://forge.example/acme/shop.git", 400, "clone-url-elsewhere");
        refused(SHOP, "cloneUrl", "https://forge.example:8443/acme/shop.git", 400, "clone-url-elsewhere");
        refused(SHOP, "connection", "\u0000", 400, "invalid-input");
        refused(SHOP, "repository", "acme/\u0000", 400, "invalid-input");
        refused(SHOP, "credential", Map.of("kind", "token", "secretRef", "forge/none"), 400, "secret-missing");
        refused(SHOP, "credential", Map.of("kind", "token", "secretRef", "../token"), 400, "invalid-input");
    }

    private void refused(String path, String field, Object value, int status, String type) {
        Map<String, Object> body = new HashMap<>(Stage.projectBody(false));
        body.put(field, value);
        admin().body(body)
                .put(path)
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:alfred:problem:" + type));
    }

    @Test
    void aProjectWhoseAddressIsNotOnItsForgeGetsItsCredentialNowhere() {
        String id = see(SHOP).extract().path("id");
        String credential = "/internal/projects/" + id + "/git-credential";
        stage.moveClone("http://127.0.0.1:13999/dev/who.git");
        long iid = stage.issue("Who are you?", "alfred");

        stage.send(stage.labeled(iid, Stage.MIA));

        await().untilAsserted(() -> see(SHOP).body("blocked", equalTo("clone_url_elsewhere")));
        service().body(Map.of("access", "read")).post(credential).then().statusCode(409);
        stage.project();
        see(SHOP).body("blocked", nullValue());
        stage.awaitRequest(iid, 1);
    }

    @Test
    void aCredentialIsGivenForTheProjectsOwnForgeOnly() {
        String id = see(SHOP).extract().path("id");
        String credential = "/internal/projects/" + id + "/git-credential";

        service()
                .body(Map.of("access", "read", "cloneUrl", "https://forge.example/acme/shop.git"))
                .post(credential)
                .then()
                .statusCode(200);
        service()
                .body(Map.of("access", "read", "cloneUrl", "https://old.example/acme/shop.git"))
                .post(credential)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:alfred:problem:clone-url-elsewhere"));
    }

    @Test
    void aRefusedCredentialBlocksTheProjectUntilItIsTakenAgain() {
        stage.forge().refusing = true;
        long iid = stage.issue("Let me in", "alfred");
        stage.send(stage.labeled(iid, Stage.MIA));
        await().untilAsserted(() -> see(SHOP).body("blocked", equalTo("forge_unauthorized")));

        stage.forge().back();

        stage.awaitRequest(iid, 1);
        await().untilAsserted(() -> see(SHOP).body("blocked", nullValue()));
        see("/audit?limit=200").body("items.action", hasItem("project.unblocked"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "42", "\"text\""})
    void anOrganizationIsNoSuchThing(String body) {
        admin().body(body).put("/organizations/other").then().statusCode(400);

        see("/organizations/other").statusCode(404);
    }

    @Test
    void anOrganizationNeedsNoBody() {
        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .put("/organizations/bare")
                .then()
                .statusCode(200);
        admin().put("/organizations/bare").then().statusCode(200);
        admin().body(Map.of()).put("/organizations/bare").then().statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/organizations/acme/settings", SHOP + "/settings"})
    void onlyAllSettingsAreDeleted(String settings) {
        admin().body(Map.of("AUTO_DEVELOP", true)).put(settings).then().statusCode(200);

        admin().delete(settings + "?key=NOPE").then().statusCode(400);

        see(settings).body("AUTO_DEVELOP.value", equalTo(true));
        admin().delete(settings).then().statusCode(200).body("AUTO_DEVELOP.value", equalTo(false));
    }

    @Test
    void anUnreachableForgeIsATemporaryProblem() {
        stage.forge().away = true;

        admin().body(Stage.projectBody(false))
                .put(SHOP)
                .then()
                .statusCode(503)
                .body("type", equalTo("urn:alfred:problem:forge-unreachable"));
    }

    @Test
    void settingsShowTheirValueAndItsOrigin() {
        admin().body(Map.of("AUTO_DEVELOP", true, "EGRESS_ALLOW", new String[] {"repo.example:443"}))
                .put("/organizations/acme/settings")
                .then()
                .statusCode(200);
        admin().body(Map.of("RUN_TIMEOUT", "PT5M"))
                .put(SHOP + "/settings")
                .then()
                .statusCode(200)
                .body("AUTO_DEVELOP.value", equalTo(true))
                .body("AUTO_DEVELOP.origin", equalTo("organization"))
                .body("RUN_TIMEOUT.value", equalTo("PT5M"))
                .body("RUN_TIMEOUT.origin", equalTo("project"))
                .body("EGRESS_ALLOW.value", equalTo(List.of("repo.example:443")))
                .body("MODE.origin", equalTo("default"));

        admin().delete("/organizations/acme/settings")
                .then()
                .statusCode(200)
                .body("AUTO_DEVELOP.origin", equalTo("default"));
        see("/audit?limit=200").body("items.action", hasItem("setting.removed"));
    }

    @Test
    void settingsAreChangedByManyAtOnce() throws InterruptedException, ExecutionException {
        IntStream.range(0, 10)
                .forEach(i -> admin().put("/organizations/crowd-" + i).then().statusCode(200));
        List<Callable<Integer>> changes = IntStream.range(0, 80)
                .<Callable<Integer>>mapToObj(i -> () -> admin().body(Map.of("RUN_TIMEOUT", "PT5M", "MAX_ATTEMPTS", 2))
                        .put("/organizations/crowd-" + i / 8 + "/settings")
                        .statusCode())
                .toList();

        List<Integer> answers = new ArrayList<>();
        try (ExecutorService people = Executors.newFixedThreadPool(8)) {
            for (Future<Integer> answer : people.invokeAll(changes)) {
                answers.add(answer.get());
            }
        }

        assertThat(answers).containsOnly(200);
    }

    @Test
    void unknownKeysAndBadValuesChangeNothing() {
        admin().body(Map.of("NO_SUCH", 1, "MAX_ATTEMPTS", 0, "RUN_TIMEOUT", "PT7M"))
                .put(SHOP + "/settings")
                .then()
                .statusCode(400)
                .body("type", equalTo("urn:alfred:problem:invalid-setting"))
                .body("detail", containsString("there is no setting NO_SUCH"))
                .body("detail", containsString("MAX_ATTEMPTS takes"));
        see(SHOP + "/settings").body("RUN_TIMEOUT.origin", equalTo("default"));
    }

    @Test
    void onlyServicesGetGitCredentials() {
        String id = see(SHOP).extract().path("id");
        String path = "/internal/projects/" + id + "/git-credential";

        service()
                .body(Map.of("access", "read"))
                .post(path)
                .then()
                .statusCode(200)
                .body("username", equalTo("alfred-bot"))
                .body("password", equalTo(MailboxTestProfile.TOKEN));
        admin().body(Map.of("access", "read")).post(path).then().statusCode(403);
        service()
                .body(Map.of("access", "read"))
                .post("/internal/projects/" + new UUID(1, 1) + "/git-credential")
                .then()
                .statusCode(404);
    }

    /** A short-lived token that somebody else renews in the secrets' directory. */
    @Test
    void aCredentialIsGivenWithItsEndAndNoLongerThanThat() throws IOException {
        String id = see(SHOP).extract().path("id");
        String path = "/internal/projects/" + id + "/git-credential";
        Instant end = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
        try {
            MailboxTestProfile.tokenExpires(end.toString());
            service()
                    .body(Map.of("access", "write"))
                    .post(path)
                    .then()
                    .statusCode(200)
                    .body("password", equalTo(MailboxTestProfile.TOKEN))
                    .body("expiresAt", equalTo(end.toString()));

            MailboxTestProfile.tokenExpires(
                    Instant.now().minus(Duration.ofSeconds(1)).toString());
            service()
                    .body(Map.of("access", "write"))
                    .post(path)
                    .then()
                    .statusCode(503)
                    .body("type", equalTo("urn:alfred:problem:credential-expired"));

            MailboxTestProfile.tokenExpires("in an hour or so");
            service()
                    .body(Map.of("access", "write"))
                    .post(path)
                    .then()
                    .statusCode(200)
                    .body("expiresAt", nullValue());
        } finally {
            MailboxTestProfile.tokenExpires(null);
        }
    }

    @Test
    void readersMayNotChangeAnything() {
        given().auth()
                .preemptive()
                .basic("viewer", "viewer-for-tests")
                .contentType("application/json")
                .body(Map.of("MODE", "off"))
                .put(SHOP + "/settings")
                .then()
                .statusCode(403);
        given().get(SHOP).then().statusCode(401);
    }
}

package dev.alfred.local.forge;

import java.util.List;
import java.util.Map;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static dev.alfred.local.forge.ForgeClient.ALFRED;
import static dev.alfred.local.forge.ForgeClient.DEV;
import static dev.alfred.local.forge.ForgeClient.GUEST;
import static dev.alfred.local.forge.ForgeClient.aLabel;
import static dev.alfred.local.forge.ForgeClient.aRepository;
import static dev.alfred.local.forge.ForgeClient.anIssue;
import static dev.alfred.local.forge.ForgeClient.nobody;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
class IssueApiTest {

    @Test
    void knowsWhoATokenBelongsToInEachWayOfSendingIt() {
        ALFRED.request().get("/api/v1/user").then().statusCode(200).body("login", equalTo("alfred"), "id", equalTo(2));
        nobody().header("Authorization", "Bearer alfred-token")
                .get("/api/v1/user")
                .then()
                .body("id", equalTo(2));
        nobody().auth()
                .preemptive()
                .basic("alfred", "alfred-token")
                .get("/api/v1/user")
                .then()
                .body("id", equalTo(2));
        nobody().header("Authorization", "token wrong")
                .get("/api/v1/user")
                .then()
                .statusCode(401);
        nobody().get("/api/v1/user").then().statusCode(401);
    }

    @Test
    void findsARepositoryByNameAndByNumericId() {
        String repository = aRepository();
        int id = DEV.request().get(repository).then().statusCode(200).extract().path("id");
        ALFRED.request()
                .get("/api/v1/repositories/" + id)
                .then()
                .statusCode(200)
                .body("default_branch", equalTo("main"))
                .body("permissions.push", equalTo(true))
                .body("permissions.admin", equalTo(false))
                .body("has_issues", equalTo(true));
    }

    @Test
    void hidesAPrivateRepositoryFromWhoHasNoPartInIt() {
        String repository = aRepository(Map.of("private", true));
        GUEST.request().get(repository).then().statusCode(404);
        nobody().get(repository).then().statusCode(404);
        ALFRED.request().get(repository).then().statusCode(200);
    }

    @Test
    void takesAnIssueThroughItsLife() {
        String repository = aRepository();
        long number = anIssue(repository, "Greet people by name");
        String issue = repository + "/issues/" + number;
        DEV.with(Map.of("title", "Greet everyone", "state", "closed"))
                .patch(issue)
                .then()
                .statusCode(201)
                .body("title", equalTo("Greet everyone"))
                .body("state", equalTo("closed"));
        DEV.with(Map.of("state", "open")).patch(issue).then().body("closed_at", nullValue());
        GUEST.with(Map.of("title", "mine now")).patch(issue).then().statusCode(403);
        DEV.request().delete(issue).then().statusCode(204);
        DEV.request().get(issue).then().statusCode(404);
        DEV.request().get(repository).then().statusCode(200).body("has_issues", equalTo(true));
    }

    @Test
    void neverGivesANumberTwice() {
        String repository = aRepository();
        long deleted = anIssue(repository, "to be deleted");
        DEV.request().delete(repository + "/issues/" + deleted).then().statusCode(204);
        org.assertj.core.api.Assertions.assertThat(anIssue(repository, "the next"))
                .isEqualTo(deleted + 1);
    }

    @Test
    void takesLabelsByIdAndByName() {
        String repository = aRepository();
        long number = anIssue(repository, "label me");
        long id = aLabel(repository, "alfred");
        aLabel(repository, "alfred:approved");
        String labels = repository + "/issues/" + number + "/labels";
        ALFRED.with(Map.of("labels", List.of(id, "alfred:approved")))
                .post(labels)
                .then()
                .statusCode(200)
                .body("name", contains("alfred", "alfred:approved"));
        ALFRED.request().delete(labels + "/" + id).then().statusCode(204);
        DEV.request().get(labels).then().body("name", contains("alfred:approved"));
        ALFRED.request().delete(labels + "/4711").then().statusCode(422);
        GUEST.with(Map.of("labels", List.of(id))).post(labels).then().statusCode(403);
    }

    @Test
    void letsAnyoneCommentButOnlyTheAuthorAndWritersEdit() {
        String repository = aRepository();
        long number = anIssue(repository, "talk");
        int id = GUEST.with(Map.of("body", "me too"))
                .post(repository + "/issues/" + number + "/comments")
                .then()
                .statusCode(201)
                .body("user.id", equalTo(3))
                .extract()
                .path("id");
        String comment = repository + "/issues/comments/" + id;
        DEV.with(Map.of("body", "edited")).patch(comment).then().statusCode(200).body("body", equalTo("edited"));
        nobody().body(Map.of("body", "x")).patch(comment).then().statusCode(401);
        GUEST.request().delete(comment).then().statusCode(204);
        DEV.request().get(repository + "/issues/" + number + "/comments").then().body("$", hasSize(0));
    }

    @Test
    void pagesListsAndSaysHowManyThereAre() {
        String repository = aRepository();
        for (int count = 0; count < 5; count++) {
            anIssue(repository, "issue " + count);
        }
        DEV.request()
                .queryParam("limit", 2)
                .queryParam("page", 2)
                .get(repository + "/issues")
                .then()
                .header("X-Total-Count", equalTo("5"))
                .header("Link", org.hamcrest.Matchers.containsString("page=3"))
                .body("number", contains(3, 2));
    }

    @Test
    void tellsPermissionsToAdministratorsAndToOneself() {
        String repository = aRepository();
        DEV.request().get(repository + "/collaborators/guest/permission").then().body("permission", equalTo("read"));
        DEV.request().get(repository + "/collaborators/dev/permission").then().body("permission", equalTo("owner"));
        ALFRED.request()
                .get(repository + "/collaborators/alfred/permission")
                .then()
                .body("permission", equalTo("write"));
        ALFRED.request()
                .get(repository + "/collaborators/dev/permission")
                .then()
                .statusCode(403);
        DEV.request().get(repository + "/collaborators/alfred").then().statusCode(204);
        DEV.request().get(repository + "/collaborators/guest").then().statusCode(404);
    }

    @Test
    void failsTheNextCallsWhenToldTo() {
        String repository = aRepository();
        DEV.with(Map.of("scope", "api", "path", repository, "status", 503, "times", 2))
                .post("/_stand-in/faults/requests")
                .then()
                .statusCode(200);
        DEV.request().get(repository).then().statusCode(503);
        DEV.request().get(repository).then().statusCode(503);
        DEV.request().get(repository).then().statusCode(200);
        GUEST.request().get("/_stand-in/faults").then().statusCode(403);
    }
}

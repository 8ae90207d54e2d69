package dev.alfred.local.forge;

import java.util.Map;
import java.util.UUID;

import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;

/** Speaks to the forge under test as one of its accounts. */
record ForgeClient(String token) {

    static final ForgeClient DEV = new ForgeClient("dev-token");
    static final ForgeClient ALFRED = new ForgeClient("alfred-token");
    static final ForgeClient GUEST = new ForgeClient("guest-token");

    RequestSpecification request() {
        return RestAssured.given().header("Authorization", "token " + token).contentType(ContentType.JSON);
    }

    RequestSpecification with(Object body) {
        return request().body(body);
    }

    static RequestSpecification nobody() {
        return RestAssured.given().contentType(ContentType.JSON);
    }

    /** A fresh repository of the developer with a first commit, on which the bot may write. */
    static String aRepository() {
        return aRepository(Map.of("auto_init", true));
    }

    static String aRepository(Map<String, Object> wish) {
        String name = "r" + UUID.randomUUID().toString().substring(0, 8);
        Map<String, Object> all = new java.util.HashMap<>(wish);
        all.put("name", name);
        DEV.with(all).post("/api/v1/user/repos").then().statusCode(201);
        String path = "/api/v1/repos/dev/" + name;
        DEV.with(Map.of("permission", "write"))
                .put(path + "/collaborators/alfred")
                .then()
                .statusCode(204);
        return path;
    }

    static long anIssue(String repository, String title) {
        return DEV.with(Map.of("title", title, "body", "as the title says"))
                .post(repository + "/issues")
                .then()
                .statusCode(201)
                .extract()
                .jsonPath()
                .getLong("number");
    }

    static long aLabel(String repository, String name) {
        return DEV.with(Map.of("name", name, "color", "#00aabb"))
                .post(repository + "/labels")
                .then()
                .statusCode(201)
                .extract()
                .jsonPath()
                .getLong("id");
    }

    static long aHook(String repository, HookReceiver receiver, String secret) {
        return DEV.with(Map.of(
                        "type",
                        "forgejo",
                        "active",
                        true,
                        "events",
                        java.util.List.of("issues", "issue_comment", "pull_request", "push"),
                        "config",
                        Map.of("url", receiver.url(), "content_type", "json", "secret", secret)))
                .post(repository + "/hooks")
                .then()
                .statusCode(201)
                .extract()
                .jsonPath()
                .getLong("id");
    }
}

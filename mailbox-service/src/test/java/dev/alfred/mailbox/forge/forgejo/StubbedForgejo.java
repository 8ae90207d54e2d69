package dev.alfred.mailbox.forge.forgejo;

import java.net.URI;

import jakarta.inject.Inject;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeCredential;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

/** What tests of the client start from: a Forgejo that answers what a test tells it, and the client of one repository on it. */
abstract class StubbedForgejo {
    static final String REPOSITORY = """
            {"id": 42, "full_name": "%s", "owner": {"id": 3, "login": "acme"}, "default_branch": "main", "empty": false,
             "has_issues": %s, "archived": false, "permissions": {"admin": false, "push": true, "pull": true},
             "clone_url": "http://elsewhere/acme/shop.git"}
            """;
    static final String ISSUE = """
            {"id": 900, "number": 7, "title": "Greet", "body": "By name.", "state": "open",
             "labels": [{"id": 5, "name": "alfred"}, {"id": 6, "name": "alfred:queued"}],
             "user": {"id": 11, "login": "ada"}, "pull_request": null, "html_url": "http://f/acme/shop/issues/7",
             "updated_at": "2026-03-01T13:00:00+01:00"}
            """;
    static final String BASE = "/api/v1/repos/acme/shop";

    static WireMockServer server;

    @Inject
    ForgejoDialect dialect;

    ForgeClient client;

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

    static ForgeAccess access() {
        return new ForgeAccess(
                "here",
                ForgeKind.FORGEJO,
                URI.create(server.baseUrl()),
                "42",
                URI.create(server.baseUrl() + "/acme/shop.git"),
                new ForgeCredential("alfred", "t0ken"));
    }

    static void repository(String path, boolean hasIssues) {
        answer("/api/v1/repositories/42", REPOSITORY.formatted(path, hasIssues));
    }

    static void answer(String path, String json) {
        server.stubFor(get(urlPathEqualTo(path)).willReturn(okJson(json)));
    }

    static void answer(String path, int status) {
        server.stubFor(get(urlPathEqualTo(path)).willReturn(status(status)));
    }

    static String pull(long number, String branch, long headRepository) {
        return """
                {"id": %1$d00, "number": %1$d, "title": "WIP: Greet", "state": "open", "merged": false,
                 "head": {"ref": "%2$s", "sha": "abc", "repo_id": %3$d, "repo": {"id": %3$d}},
                 "base": {"ref": "main", "sha": "def", "repo_id": 42}, "html_url": "http://f/acme/shop/pulls/%1$d"}
                """.formatted(number, branch, headRepository);
    }
}

package dev.alfred.orchestrator;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.matching.RequestPatternBuilder;
import com.github.tomakehurst.wiremock.matching.UrlPattern;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.GitCredentialRequest;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;

/** session-store and mailbox-service as this service sees them, on one loopback port. */
public final class Peers implements QuarkusTestResourceLifecycleManager {
    private static final String RESOLVE = "/internal/sessions/resolve";
    private static final String RECORD = "/internal/sessions";
    private static final UrlPattern CREDENTIAL = urlMatching("/internal/projects/.*/git-credential");
    private WireMockServer server;

    @Override
    public Map<String, String> start() {
        server =
                new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));
        server.start();
        behave();
        return Map.of(
                "alfred.orchestrator.mailbox-service.url", server.baseUrl(),
                "alfred.orchestrator.session-store.url", server.baseUrl());
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(this, new TestInjector.AnnotatedAndMatchesType(ThePeers.class, Peers.class));
    }

    @Override
    public void stop() {
        server.stop();
    }

    /** Everything answers as it should: no prior session, credentials granted. */
    public void behave() {
        server.resetAll();
        resolvesTo(new SessionResolution(
                null,
                ResumeFallback.NO_PRIOR_SESSION,
                null,
                null,
                null,
                false,
                new StateLocation.Directory("/state/of/this/mailbox")));
        server.stubFor(post(urlEqualTo(RECORD)).willReturn(aResponse().withStatus(204)));
        grants("not-a-secret", null);
    }

    /** Whoever asks for a forge credential gets that one. */
    public void grants(String password, Instant expiresAt) {
        server.stubFor(post(CREDENTIAL).willReturn(json(200, new GitCredential("alfred", password, expiresAt))));
    }

    public void mailboxServiceIsAway() {
        server.stubFor(post(CREDENTIAL).willReturn(aResponse().withStatus(503)));
    }

    /** For what credentials were asked for on behalf of the run, in order. */
    public List<CredentialAccess> credentialsAsked(UUID run) {
        return server.findAll(new RequestPatternBuilder(RequestMethod.POST, CREDENTIAL)).stream()
                .map(request -> read(request.getBodyAsString(), GitCredentialRequest.class))
                .filter(asked -> asked.run().equals(run))
                .map(GitCredentialRequest::access)
                .toList();
    }

    public void resolvesTo(SessionResolution resolution) {
        server.stubFor(post(urlEqualTo(RESOLVE)).willReturn(json(200, resolution)));
    }

    public void sessionStoreIsAway() {
        server.stubFor(post(urlEqualTo(RESOLVE)).willReturn(aResponse().withStatus(503)));
        server.stubFor(post(urlEqualTo(RECORD)).willReturn(aResponse().withStatus(503)));
    }

    public void sessionStateIsUnusable(String detail) {
        server.stubFor(post(urlEqualTo(RESOLVE)).willReturn(problem(503, "state-unusable", detail)));
    }

    public void mailboxIsClosed() {
        server.stubFor(post(urlEqualTo(RESOLVE)).willReturn(problem(409, "mailbox-closed", "closed at revision 3")));
    }

    public void refusesRequests(String mailbox, int status, String problem, String detail) {
        server.stubFor(post(urlEqualTo("/internal/mailboxes/" + mailbox + "/requests"))
                .willReturn(problem(status, problem, detail)));
    }

    public void acceptsRequests(String mailbox, UUID run) {
        server.stubFor(post(urlEqualTo("/internal/mailboxes/" + mailbox + "/requests"))
                .willReturn(json(201, Map.of("run", run))));
    }

    public List<ResolveSession> resolutions(UUID run) {
        return requests(RESOLVE, ResolveSession.class).stream()
                .filter(asked -> asked.run().equals(run))
                .toList();
    }

    public List<RecordSession> records(UUID run) {
        return requests(RECORD, RecordSession.class).stream()
                .filter(record -> record.run().equals(run))
                .toList();
    }

    private <T> List<T> requests(String url, Class<T> type) {
        return server.findAll(postRequestedFor(urlEqualTo(url))).stream()
                .map(request -> read(request.getBodyAsString(), type))
                .toList();
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ContractJson.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder problem(
            int status, String problem, String detail) {
        return aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/problem+json")
                .withBody(StageScript.json(Map.of(
                        "type",
                        "urn:alfred:problem:" + problem,
                        "title",
                        "Conflict",
                        "status",
                        status,
                        "detail",
                        detail)));
    }

    private static com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder json(int status, Object body) {
        return aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(StageScript.json(body));
    }
}

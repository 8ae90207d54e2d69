package dev.alfred.mailbox.mailbox;

import java.util.Map;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;

/** webhook-ingest as far as it is asked for connections: it knows {@code forge}. */
public class ConnectionsResource implements QuarkusTestResourceLifecycleManager {
    private WireMockServer server;

    @Override
    public Map<String, String> start() {
        server = new WireMockServer(WireMockConfiguration.options().dynamicPort());
        server.start();
        server.stubFor(get("/connections/forge").willReturn(okJson("""
                        {"name": "forge", "forge": "forgejo", "baseUrl": "https://forge.example", "projects": ["*"]}""")));
        server.stubFor(get("/connections/narrow").willReturn(okJson("""
                        {"name": "narrow", "forge": "forgejo", "baseUrl": "https://forge.example", "projects": ["7"]}""")));
        server.stubFor(get("/internal/connections/forge/hook").willReturn(okJson("""
                        {"url": "https://alfred.example/webhooks/forge", "secret": "hook-secret-for-tests"}""")));
        return Map.of("alfred.mailbox.webhook-ingest.url", server.baseUrl());
    }

    @Override
    public void stop() {
        server.stop();
    }
}

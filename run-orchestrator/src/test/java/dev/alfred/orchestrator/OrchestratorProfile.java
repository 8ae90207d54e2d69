package dev.alfred.orchestrator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;

/** The service with real PostgreSQL and broker, runners in memory, a quick pace and its peers on loopback. */
public final class OrchestratorProfile implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(FakeLauncher.class, FakeHostLauncher.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(
                new TestResourceEntry(PostgresResource.class, Map.of("schema", "orchestrator")),
                new TestResourceEntry(KafkaResource.class),
                new TestResourceEntry(Peers.class));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.ofEntries(
                Map.entry("alfred.orchestrator.node", "this-machine"),
                Map.entry("alfred.orchestrator.lease.duration", "PT6S"),
                Map.entry("alfred.orchestrator.work.claim", "PT1S"),
                Map.entry("alfred.orchestrator.work.retry", "PT1S"),
                // A test lets this time pass by itself.
                Map.entry("alfred.orchestrator.attempts.pause", "PT1H"),
                Map.entry("alfred.orchestrator.attempts.longest-pause", "PT1H"),
                Map.entry("alfred.orchestrator.pools.default.capacity", "50"),
                // No launcher here serves this one.
                Map.entry("alfred.orchestrator.pools.elsewhere.runner", "kubernetes"),
                Map.entry("alfred.orchestrator.pools.on-the-host.runner", "host"),
                Map.entry("alfred.orchestrator.pools.on-the-host.capacity", "50"),
                Map.entry("alfred.orchestrator.pools.with-an-image.capacity", "10"),
                Map.entry("alfred.orchestrator.pools.with-an-image.image", "the-pools-own"),
                // An agent that resumes nothing.
                Map.entry("alfred.agents.grok-build.session-state-path", ""),
                Map.entry("alfred.orchestrator.secrets-directory", secrets().toString()),
                Map.entry("alfred.orchestrator.providers.anthropic.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.anthropic.base-url", "http://127.0.0.1:8086"),
                Map.entry("alfred.orchestrator.providers.anthropic.secret-environment", "ANTHROPIC_API_KEY"),
                Map.entry("alfred.orchestrator.providers.chat.protocol", "openai-chat"),
                Map.entry("alfred.orchestrator.providers.chat.default-model", "some-model"),
                Map.entry("alfred.orchestrator.providers.responses.protocol", "openai-responses"),
                Map.entry("alfred.orchestrator.providers.responses.default-model", "some-model"),
                Map.entry("alfred.prices.some-model.input", "2"),
                Map.entry("alfred.prices.some-model.output", "10"),
                // Claude Code's sessions lie at /home/agent/.claude/projects.
                Map.entry("alfred.orchestrator.providers.mounted-at.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.mounted-at.mounts", "/keys:/home/agent/.claude/projects"),
                Map.entry("alfred.orchestrator.providers.mounted-above.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.mounted-above.mounts", "/keys:/home/agent/.claude"),
                Map.entry("alfred.orchestrator.providers.mounted-below.protocol", "anthropic-messages"),
                Map.entry(
                        "alfred.orchestrator.providers.mounted-below.mounts",
                        "/keys:/home/agent/.claude/projects/keys"),
                Map.entry("alfred.orchestrator.providers.mounted-beside.protocol", "anthropic-messages"),
                Map.entry("alfred.orchestrator.providers.mounted-beside.mounts", "/keys:/home/agent/.config/keys"));
    }

    private static Path secrets() {
        try {
            Path directory = Path.of("target", "secrets").toAbsolutePath();
            Path provider = Files.createDirectories(directory.resolve("anthropic"));
            Files.writeString(provider.resolve("ANTHROPIC_API_KEY"), "invented-key\n");
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.alfred.mailbox.forge;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;

/** The service with real PostgreSQL and broker, a forge in memory, quick pauses, and recorded results. */
public class ForgeTestProfile implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(FakeForges.class, FakeProjects.class, RecordedResults.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(
                new TestResourceEntry(PostgresResource.class, Map.of("schema", "mailbox")),
                new TestResourceEntry(KafkaResource.class));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "alfred.mailbox.forge.writes.poll", "PT0.2S",
                "alfred.mailbox.forge.writes.first-pause", "PT0.1S",
                "alfred.mailbox.forge.writes.longest-pause", "PT0.2S",
                "alfred.mailbox.forge.writes.refused-pause", "PT0.3S");
    }
}

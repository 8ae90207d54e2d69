package dev.alfred.mailbox.forge;

import java.util.Map;
import java.util.Set;

import io.quarkus.test.junit.QuarkusTestProfile;

/** The service with a forge in memory, quick pauses, and recorded results. */
public class ForgeTestProfile implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(FakeForges.class, FakeProjects.class, RecordedResults.class);
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

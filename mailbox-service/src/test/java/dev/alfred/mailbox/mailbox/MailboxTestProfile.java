package dev.alfred.mailbox.mailbox;

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

/** The service with real PostgreSQL and broker, a staged forge, a secret, and short pauses. */
public class MailboxTestProfile implements QuarkusTestProfile {
    static final String TOKEN = "token-for-tests";

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(StagedForge.class, Stage.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(
                new TestResourceEntry(PostgresResource.class, Map.of("schema", "mailbox")),
                new TestResourceEntry(KafkaResource.class),
                new TestResourceEntry(ConnectionsResource.class));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "alfred.mailbox.secrets-dir", secrets().toString(),
                "alfred.mailbox.facts.poll", "0.5s",
                "alfred.mailbox.facts.first-pause", "PT0.2S",
                "alfred.mailbox.facts.longest-pause", "PT0.4S",
                "alfred.mailbox.decisions.poll", "0.5s",
                "alfred.mailbox.forge.writes.poll", "PT0.3S",
                "alfred.mailbox.forge.writes.first-pause", "PT0.1S",
                "alfred.mailbox.forge.writes.longest-pause", "PT0.3S",
                "alfred.mailbox.forge.writes.refused-pause", "PT0.3S",
                "alfred.messaging.relay.poll", "PT0.3S");
    }

    /** What stands beside the token about its end; null: nothing. */
    static void tokenExpires(String at) throws IOException {
        Path file = Path.of("target", "secrets", "forge", "token.expires-at").toAbsolutePath();
        if (at == null) {
            Files.deleteIfExists(file);
        } else {
            Files.writeString(file, at + "\n");
        }
    }

    private static Path secrets() {
        try {
            Path directory = Path.of("target", "secrets").toAbsolutePath();
            Path secret = Files.createDirectories(directory.resolve("forge")).resolve("token");
            Files.writeString(secret, TOKEN + "\n");
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.alfred.local.forge;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A configuration without a container around it. */
public record FixedConfig(Path dataDir, int deliveriesKept) implements ForgeConfig {

    @Override
    public Optional<String> rootUrl() {
        return Optional.of("http://forge.localhost");
    }

    @Override
    public boolean anonymousRead() {
        return true;
    }

    @Override
    public Duration deliverTimeout() {
        return Duration.ofSeconds(5);
    }

    @Override
    public boolean labelInHooks() {
        return true;
    }

    @Override
    public Map<String, User> users() {
        return Map.of();
    }
}

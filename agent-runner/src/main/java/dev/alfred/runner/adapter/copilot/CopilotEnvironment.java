package dev.alfred.runner.adapter.copilot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.alfred.runner.adapter.AgentEnvironment;
import dev.alfred.runner.adapter.AgentPlace;

/**
 * Copilot's variables: a provider of one's own where there is a base URL, which takes it offline from GitHub; else
 * GitHub's own routing, whose token the provider's secrets hold.
 */
final class CopilotEnvironment {
    /** Beside {@code node_modules} or {@code bin}: what the program unpacks, 235 MB, at its first start in a home. */
    static final String UNPACKED = "copilot-cache";

    private static final String KEY = "COPILOT_PROVIDER_API_KEY";

    private CopilotEnvironment() {}

    static Map<String, String> of(AgentPlace place, String model) {
        Map<String, String> own = new LinkedHashMap<>();
        own.put("COPILOT_AUTO_UPDATE", "false");
        unpacked(place.binary()).ifPresent(cache -> own.put("COPILOT_PKG_CACHE_HOME", cache.toString()));
        if (place.baseUrl() != null) {
            own.put("COPILOT_OFFLINE", "true");
            own.put("COPILOT_PROVIDER_BASE_URL", place.baseUrl());
            own.putAll(protocol(place));
            key(place).ifPresent(key -> own.put(KEY, key));
        }
        if (model != null) {
            own.put("COPILOT_MODEL", model);
        }
        return AgentEnvironment.of(place, own);
    }

    private static Map<String, String> protocol(AgentPlace place) {
        return switch (place.protocol()) {
            case ANTHROPIC_MESSAGES -> Map.of("COPILOT_PROVIDER_TYPE", "anthropic");
            case OPENAI_CHAT -> Map.of("COPILOT_PROVIDER_TYPE", "openai", "COPILOT_PROVIDER_WIRE_API", "completions");
            case OPENAI_RESPONSES ->
                Map.of("COPILOT_PROVIDER_TYPE", "openai", "COPILOT_PROVIDER_WIRE_API", "responses");
        };
    }

    /** The secret whose variable ends in {@code _API_KEY}, else the first by name. */
    private static Optional<String> key(AgentPlace place) {
        TreeSet<String> names = new TreeSet<>(place.secrets().keySet());
        return names.stream()
                .filter(name -> name.endsWith("_API_KEY"))
                .findFirst()
                .or(() -> names.stream().findFirst())
                .map(place.secrets()::get);
    }

    /** All variables that hold a secret. */
    static List<String> secretNames(AgentPlace place) {
        TreeSet<String> names = new TreeSet<>(place.secrets().keySet());
        names.add(KEY);
        return List.copyOf(names);
    }

    /** What was unpacked when the agents were installed, if it was. */
    private static Optional<Path> unpacked(Path binary) {
        for (Path at = binary.getParent(); at != null && at.getFileName() != null; at = at.getParent()) {
            String name = at.getFileName().toString();
            if (name.equals("node_modules") || name.equals("bin")) {
                return Optional.of(at.resolveSibling(UNPACKED))
                        .filter(cache -> Files.isDirectory(cache.resolve("pkg")));
            }
        }
        return Optional.empty();
    }
}

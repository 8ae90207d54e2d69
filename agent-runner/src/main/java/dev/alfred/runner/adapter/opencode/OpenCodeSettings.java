package dev.alfred.runner.adapter.opencode;

import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentStart;

/** What OpenCode is told of its model and of what it must not do; its last word, behind a repository's own settings. */
final class OpenCodeSettings {
    /** A session remembers its provider by this key. */
    static final String PROVIDER = "alfred";

    /** Below the home, so that nothing outlives a run. */
    static final String TEMPORARY = ".cache/tmp";

    private static final String CONFIG = ".config/opencode/";

    private OpenCodeSettings() {}

    /**
     * OpenCode's packages for plugins would be fetched from npm into a settings directory without these: it takes what the
     * lock file names for installed.
     */
    static Map<String, String> homeFiles() {
        return Map.of(
                TEMPORARY + "/.kept",
                "",
                CONFIG + "node_modules/.empty",
                "",
                CONFIG + "package-lock.json",
                "{\"packages\":{\"\":{\"dependencies\":{\"@opencode-ai/plugin\":\"*\"}}}}\n");
    }

    static String json(AgentPlace place, AgentStart start) {
        ObjectNode settings = JsonNodeFactory.instance.objectNode();
        settings.put("autoupdate", false);
        settings.put("share", "disabled");
        settings.put("snapshot", false);
        settings.putArray("enabled_providers").add(PROVIDER);
        // What sub-agents use is not told.
        settings.putObject("permission").put("task", "deny");
        ObjectNode agents = settings.putObject("agent");
        agents.putObject("title").put("disable", true);
        if (start.maxTurns() > 0) {
            agents.putObject("build").put("steps", start.maxTurns());
        }
        ObjectNode provider = settings.putObject("provider").putObject(PROVIDER);
        provider.put("name", "Alfred");
        provider.put("npm", bundled(place.protocol()));
        ObjectNode options = provider.putObject("options");
        options.put("baseURL", address(place));
        key(place).ifPresent(variable -> options.put("apiKey", "{env:" + variable + "}"));
        ObjectNode models = provider.putObject("models");
        if (start.model() != null) {
            models.putObject(start.model());
        }
        return settings.toString();
    }

    /** Part of OpenCode's program, all three. */
    private static String bundled(ModelProtocol protocol) {
        return switch (protocol) {
            case ANTHROPIC_MESSAGES -> "@ai-sdk/anthropic";
            case OPENAI_RESPONSES -> "@ai-sdk/openai";
            case OPENAI_CHAT -> "@ai-sdk/openai-compatible";
        };
    }

    /** Its parts want the version in the address, which the address of a Messages API has not. */
    private static String address(AgentPlace place) {
        if (place.protocol() != ModelProtocol.ANTHROPIC_MESSAGES) {
            return place.baseUrl() == null ? "https://api.openai.com/v1" : place.baseUrl();
        }
        String base = place.baseUrl() == null ? "https://api.anthropic.com" : place.baseUrl();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/v1";
    }

    private static Optional<String> key(AgentPlace place) {
        return place.secrets().keySet().stream()
                .filter(name -> name.endsWith("_API_KEY"))
                .sorted()
                .findFirst()
                .or(() -> place.secrets().keySet().stream().sorted().findFirst());
    }
}

package dev.alfred.local.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agents that work in the local system, and the models behind them: one provider for each protocol that agents speak.
 *
 * @param directory where their CLIs are installed
 * @param description for people
 */
record Agents(Path directory, String description, List<Provider> providers) {
    private static final String INVENTED_KEY = "sk-local-scripted-model";
    private static final String INVENTED_MODEL = "scripted-model";

    /**
     * A model's endpoint.
     *
     * @param protocol as run-orchestrator's configuration spells it
     * @param variable in which the agent gets its key
     * @param key the vendor's only when asked for, else an invented one
     * @param baseUrl null for the vendor's own
     * @param model of runs that name none; null for the agent's default
     */
    record Provider(String id, String protocol, String variable, String key, String baseUrl, String model) {}

    static Agents found(LocalLayout layout, SystemOptions options, LocalPorts ports) {
        boolean real = options.agents != null && !options.agents.isBlank() && !options.scriptedAgent;
        Path directory = real ? Path.of(options.agents) : layout.root().resolve("deploy/local/scripted-agent");
        if (Files.notExists(directory)) {
            throw new CannotStart(
                    directory
                            + ", where the agents' CLIs should be, does not exist: run './alfred build', or name another by --agents or ALFRED_AGENTS_DIR.");
        }
        String agents = real ? "the real agents' CLIs" : "the scripted agent in place of Claude Code";
        return options.realModel
                ? new Agents(directory, agents + " and the vendor's model", vendors(System.getenv("ANTHROPIC_API_KEY")))
                : new Agents(directory, agents + " and a scripted model", scripted(ports));
    }

    private static List<Provider> vendors(String key) {
        return List.of(new Provider("anthropic", "anthropic-messages", "ANTHROPIC_API_KEY", key, null, null));
    }

    /** All three protocols at one port; by the vendors' convention OpenAI's addresses end in the version. */
    static List<Provider> scripted(LocalPorts ports) {
        String url = ports.modelUrl();
        return List.of(
                new Provider("anthropic", "anthropic-messages", "ANTHROPIC_API_KEY", INVENTED_KEY, url, null),
                new Provider("openai-chat", "openai-chat", "OPENAI_API_KEY", INVENTED_KEY, url + "/v1", INVENTED_MODEL),
                new Provider(
                        "openai-responses",
                        "openai-responses",
                        "OPENAI_API_KEY",
                        INVENTED_KEY,
                        url + "/v1",
                        INVENTED_MODEL));
    }

    void writeSecrets(Path secrets) {
        for (Provider provider : providers) {
            LocalSystem.Secrets.write(secrets.resolve(provider.id()), provider.variable(), provider.key());
        }
    }

    /** What run-orchestrator is told about them, by property. */
    Map<String, String> configuration() {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put("alfred.orchestrator.sandbox.agents", directory.toString());
        for (Provider provider : providers) {
            String prefix = "alfred.orchestrator.providers." + provider.id() + ".";
            configuration.put(prefix + "protocol", provider.protocol());
            configuration.put(prefix + "secret-environment", provider.variable());
            if (provider.baseUrl() != null) {
                configuration.put(prefix + "base-url", provider.baseUrl());
            }
            if (provider.model() != null) {
                configuration.put(prefix + "default-model", provider.model());
            }
        }
        return configuration;
    }
}

package dev.alfred.local.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agent that works in the local system, and the model behind it.
 *
 * @param directory where its CLI is installed
 * @param description for people
 * @param apiKey the provider's key: the vendor's only when asked for, else an invented one
 * @param baseUrl of the model, or null for the vendor's own
 */
record Agents(Path directory, String description, String apiKey, String baseUrl) {
    private static final String INVENTED_KEY = "sk-local-scripted-model";
    private static final String PROVIDER = "anthropic";

    static Agents found(LocalLayout layout, SystemOptions options, LocalPorts ports) {
        String installed = System.getenv("ALFRED_AGENTS_DIR");
        boolean real = installed != null && !installed.isBlank() && !options.scriptedAgent;
        Path directory = real ? Path.of(installed) : layout.root().resolve("deploy/local/scripted-agent");
        if (Files.notExists(directory)) {
            throw new CannotStart(
                    directory
                            + ", where the agents' CLIs should be, does not exist: run './alfred build', or unset ALFRED_AGENTS_DIR.");
        }
        String agent = real ? "the real Claude Code" : "the scripted agent in place of Claude Code";
        if (options.realModel) {
            return new Agents(directory, agent + " and the vendor's model", System.getenv("ANTHROPIC_API_KEY"), null);
        }
        return new Agents(
                directory, agent + " and a scripted model", INVENTED_KEY, "http://127.0.0.1:" + ports.model());
    }

    void writeSecrets(Path secrets) {
        LocalSystem.Secrets.write(secrets.resolve(PROVIDER), "ANTHROPIC_API_KEY", apiKey);
    }

    /** What run-orchestrator is told about them, by property. */
    Map<String, String> configuration() {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put("alfred.orchestrator.sandbox.agents", directory.toString());
        String provider = "alfred.orchestrator.providers." + PROVIDER + ".";
        configuration.put(provider + "protocol", "anthropic-messages");
        configuration.put(provider + "secret-environment", "ANTHROPIC_API_KEY");
        if (baseUrl != null) {
            configuration.put(provider + "base-url", baseUrl);
        }
        return configuration;
    }
}

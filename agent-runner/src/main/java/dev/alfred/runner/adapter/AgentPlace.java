package dev.alfred.runner.adapter;

import java.nio.file.Path;
import java.util.Map;

import dev.alfred.contracts.vocabulary.ModelProtocol;

/**
 * Where and with what an agent's CLI runs.
 *
 * @param binary the native program
 * @param directory its working directory, the same path in every run
 * @param secrets the provider's variables, by name
 * @param protocol what the model's API speaks
 * @param baseUrl of the model's API, or null for the vendor's own
 * @param proxy proxy variables, empty where there is a direct way out
 */
public record AgentPlace(
        Path binary,
        AgentVersion version,
        Path directory,
        Path home,
        Map<String, String> secrets,
        ModelProtocol protocol,
        String baseUrl,
        Map<String, String> proxy) {
    public AgentPlace {
        secrets = Map.copyOf(secrets);
        proxy = Map.copyOf(proxy);
    }

    @Override
    public String toString() {
        return "AgentPlace[binary=%s, version=%s]".formatted(binary, version);
    }
}

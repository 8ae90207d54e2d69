package dev.alfred.orchestrator.provider;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.vocabulary.ModelProtocol;

/**
 * The one provider of a run, with its secrets read.
 *
 * @param baseUrl empty: the vendor's own
 * @param model what to ask it for
 * @param price of that model, as far as it is configured
 * @param secrets variable name to value; never shown
 * @param hosts what its CLI must reach, as {@code host} or {@code host:port}
 */
public record ModelProvider(
        String id,
        ModelProtocol protocol,
        Optional<URI> baseUrl,
        String model,
        Optional<ModelPrice> price,
        Map<String, String> secrets,
        List<Mount> mounts,
        List<String> hosts) {
    public ModelProvider {
        secrets = Map.copyOf(secrets);
        mounts = List.copyOf(mounts);
        hosts = List.copyOf(hosts);
    }

    /** A credential file: a path here (or a Secret's name), and the absolute path in the runner. */
    public record Mount(String source, String target) {}

    @Override
    public String toString() {
        return "ModelProvider[id=%s, baseUrl=%s, model=%s]".formatted(id, baseUrl.orElse(null), model);
    }
}

package dev.alfred.runner.adapter.api;

import java.net.URI;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.vocabulary.ModelProtocol;

/**
 * A model's API, and the way to it.
 *
 * @param baseUrl null for the vendor's own
 * @param proxy proxy variables, empty where there is a direct way out
 */
public record ModelApi(ModelProtocol protocol, String baseUrl, String key, Map<String, String> proxy) {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    public ModelApi {
        proxy = Map.copyOf(proxy);
    }

    /** Whether it is reached by a forwarded port rather than through the proxy. */
    boolean onThisMachine() {
        return baseUrl != null && LOOPBACK.contains(URI.create(baseUrl).getHost());
    }

    @Override
    public String toString() {
        return "ModelApi[protocol=%s, baseUrl=%s]".formatted(protocol, baseUrl);
    }
}

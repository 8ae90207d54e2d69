package dev.alfred.ingest.forge;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The headers of a webhook; names are compared without case. */
public final class Headers {
    private final Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    public Headers(Map<String, List<String>> headers) {
        headers.forEach((name, values) -> byName.put(name, List.copyOf(values)));
    }

    public boolean present(String name) {
        return byName.containsKey(name);
    }

    /** The values as sent, empty ones included; an absent header has none. */
    public List<String> all(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** The first value that is not blank under the first of these names that has one. */
    public Optional<String> first(String... names) {
        for (String name : names) {
            Optional<String> value =
                    all(name).stream().filter(text -> !text.isBlank()).findFirst();
            if (value.isPresent()) {
                return value;
            }
        }
        return Optional.empty();
    }

    /** What may be stored: headers known to carry no secret. Everything else is left out, signatures and tokens first. */
    public Map<String, List<String>> storable() {
        Map<String, List<String>> kept = new TreeMap<>();
        byName.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (isStorable(lower)) {
                kept.put(lower, values);
            }
        });
        return kept;
    }

    private static boolean isStorable(String name) {
        if (name.contains("signature") || name.contains("token") || name.contains("auth")) {
            return false;
        }
        return switch (name) {
            case "content-type", "content-length", "user-agent", "idempotency-key", "webhook-id", "webhook-timestamp" ->
                true;
            default ->
                name.startsWith("x-github-")
                        || name.startsWith("x-gitlab-")
                        || name.startsWith("x-gitea-")
                        || name.startsWith("x-forgejo-")
                        || name.startsWith("x-gogs-");
        };
    }
}

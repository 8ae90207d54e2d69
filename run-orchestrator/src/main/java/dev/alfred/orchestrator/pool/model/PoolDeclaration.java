package dev.alfred.orchestrator.pool.model;

import java.util.Optional;

/**
 * What a {@code RunnerPool} resource says of the pool of its name.
 *
 * @param uid tells a resource from a later one of the same name
 * @param generation rises with each change of what is declared
 * @param podSettings what the launcher makes of it, opaque here
 * @param refusal why it can't be followed; the pool drains as long as it can't
 */
public record PoolDeclaration(
        String namespace,
        String uid,
        long generation,
        int capacity,
        Optional<String> image,
        String podSettings,
        Optional<String> refusal) {

    int effectiveCapacity() {
        return refusal.isPresent() ? 0 : capacity;
    }
}

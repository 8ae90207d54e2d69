package dev.alfred.orchestrator.pool.model;

import java.util.Optional;

/**
 * A pool as it is on record.
 *
 * @param declared by which resource; empty where its capacity is set over REST
 * @param note why it has that capacity, where nobody asked for it
 */
public record KnownPool(String name, int capacity, Optional<Declared> declared, Optional<String> note) {

    /** @param withdrawn whether the resource is gone */
    public record Declared(
            String namespace,
            String uid,
            long generation,
            boolean withdrawn,
            Optional<String> image,
            Optional<String> podSettings) {}

    /** The namespace of the resource whose word counts. */
    public Optional<String> owner() {
        return declared.filter(by -> !by.withdrawn()).map(Declared::namespace);
    }
}

package dev.alfred.orchestrator.pool;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.RunnerKind;

/**
 * Where runs of one pool execute and how many at once. A lowered capacity drains: nothing is stopped for it.
 *
 * @param image of runs that name none; empty: the launcher's own
 * @param resource the {@code RunnerPool} resource that sets all of this, as {@code namespace/name}; empty: set over REST
 * @param note why it has that capacity, where nobody asked for it
 */
public record RunnerPool(
        String name,
        RunnerKind runner,
        int capacity,
        Optional<String> image,
        Optional<String> resource,
        Optional<String> note) {}

package dev.alfred.orchestrator.transaction;

import java.util.function.Supplier;

/** Has work done in a transaction that it shares with other work of the same kind. */
public interface StepGroups {
    /** @param subject what the work is about, by its first parameter */
    Object call(Grouped.Kind kind, Object subject, Supplier<Object> work);
}

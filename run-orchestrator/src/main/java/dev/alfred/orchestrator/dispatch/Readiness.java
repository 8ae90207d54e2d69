package dev.alfred.orchestrator.dispatch;

import java.util.function.Function;

import dev.alfred.contracts.vocabulary.ExitReason;

/** Something that a launch needs: at hand, not yet, or never. */
sealed interface Readiness<T> {
    record Ready<T>(T value) implements Readiness<T> {}

    /** The run waits in the queue with that reason and is tried again. */
    record Waiting<T>(String reason, String detail) implements Readiness<T> {}

    /** The run ends for that reason. */
    record Hopeless<T>(ExitReason reason, String detail) implements Readiness<T> {}

    default <R> Readiness<R> then(Function<T, Readiness<R>> next) {
        return switch (this) {
            case Ready<T>(T value) -> next.apply(value);
            case Waiting<T>(String reason, String detail) -> new Waiting<>(reason, detail);
            case Hopeless<T>(ExitReason reason, String detail) -> new Hopeless<>(reason, detail);
        };
    }
}

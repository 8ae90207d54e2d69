package dev.alfred.mailbox.forge.model;

import java.util.Optional;
import java.util.function.Function;

/**
 * What came of asking a forge: a value, or a foreseeable failure as a value.
 *
 * @param <T> what was asked for
 */
public sealed interface ForgeAnswer<T> {
    record Ok<T>(T value) implements ForgeAnswer<T> {}

    record Failed<T>(ForgeFailure failure) implements ForgeAnswer<T> {}

    /** The value of a write that tells nothing back. */
    enum Done {
        DONE
    }

    static <T> ForgeAnswer<T> ok(T value) {
        return new Ok<>(value);
    }

    static <T> ForgeAnswer<T> failed(ForgeFailure failure) {
        return new Failed<>(failure);
    }

    default <R> ForgeAnswer<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Ok<T>(T value) -> new Ok<>(change.apply(value));
            case Failed<T>(ForgeFailure failure) -> new Failed<>(failure);
        };
    }

    default <R> ForgeAnswer<R> then(Function<? super T, ForgeAnswer<R>> next) {
        return switch (this) {
            case Ok<T>(T value) -> next.apply(value);
            case Failed<T>(ForgeFailure failure) -> new Failed<>(failure);
        };
    }

    /** The value, if that is what came. */
    default Optional<T> found() {
        return switch (this) {
            case Ok<T>(T value) -> Optional.of(value);
            case Failed<T> ignored -> Optional.empty();
        };
    }
}

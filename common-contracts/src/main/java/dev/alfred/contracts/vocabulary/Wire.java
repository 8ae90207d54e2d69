package dev.alfred.contracts.vocabulary;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;

/** An enum constant with one spelling in JSON, columns and metric labels: its name in lower case, unless it says otherwise. */
public interface Wire {
    String name();

    @JsonValue
    default String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The constant with that spelling, if there is one. */
    static <E extends Enum<E> & Wire> Optional<E> parse(Class<E> vocabulary, String wire) {
        return Arrays.stream(vocabulary.getEnumConstants())
                .filter(constant -> constant.wire().equals(wire))
                .findFirst();
    }

    /** The constant with that spelling; an unknown one is an {@link IllegalArgumentException} that lists the known. */
    static <E extends Enum<E> & Wire> E of(Class<E> vocabulary, String wire) {
        return parse(vocabulary, wire)
                .orElseThrow(() -> new IllegalArgumentException("%s is not one of %s"
                        .formatted(
                                wire,
                                Arrays.stream(vocabulary.getEnumConstants())
                                        .map(Wire::wire)
                                        .toList())));
    }
}

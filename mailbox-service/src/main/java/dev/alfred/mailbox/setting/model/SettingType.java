package dev.alfred.mailbox.setting.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;

/**
 * The kinds of value that settings have: each reads the stored text and says what it takes.
 *
 * @param expects what people are told, for instance {@code a whole number from 1 to 100}
 * @param read the value behind a text; an {@link IllegalArgumentException} where there is none
 */
record SettingType<T>(String expects, Function<String, T> read) {

    static SettingType<Boolean> flag() {
        return of("true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            case String other -> throw new IllegalArgumentException(other);
        });
    }

    static SettingType<Long> number(long least, long most) {
        return of(
                "a whole number from %d to %d".formatted(least, most),
                checked(Long::valueOf, number -> number >= least && number <= most));
    }

    static SettingType<BigDecimal> money() {
        return of(
                "an amount above 0 and up to 100000, with at most 4 decimal places",
                checked(
                        BigDecimal::new,
                        amount -> amount.signum() > 0
                                && amount.scale() <= 4
                                && amount.scale() >= -6
                                && amount.compareTo(BigDecimal.valueOf(100_000)) <= 0));
    }

    static SettingType<Duration> duration(Duration least, Duration most) {
        return of(
                "an ISO 8601 duration from %s to %s".formatted(least, most),
                checked(
                        SettingType::parseDuration,
                        value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0));
    }

    static <E extends Enum<E> & Wire> SettingType<E> word(Class<E> vocabulary) {
        String words = String.join(
                ", ",
                Arrays.stream(vocabulary.getEnumConstants()).map(Wire::wire).toList());
        return of("one of " + words, text -> Wire.of(vocabulary, text));
    }

    static SettingType<AdapterId> adapter() {
        return word(AdapterId.class);
    }

    static SettingType<String> text(String expects, String pattern) {
        Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return of(expects, checked(Function.identity(), matches));
    }

    static SettingType<List<String>> list(String expects, String pattern) {
        Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return of(
                expects,
                checked(
                        text -> Arrays.stream(text.split(","))
                                .map(String::strip)
                                .filter(item -> !item.isEmpty())
                                .toList(),
                        items -> items.size() <= 100 && items.stream().allMatch(matches)));
    }

    Optional<T> parse(String text) {
        try {
            return Optional.of(read.apply(text));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private static <T> SettingType<T> of(String expects, Function<String, T> read) {
        return new SettingType<>(expects, read);
    }

    private static <T> Function<String, T> checked(Function<String, T> read, Predicate<T> good) {
        return text -> {
            T value = read.apply(text);
            if (!good.test(value)) {
                throw new IllegalArgumentException(text);
            }
            return value;
        };
    }

    private static Duration parseDuration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}

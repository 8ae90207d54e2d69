package dev.alfred.ingest.forge;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.Texts;

/** Reads single fields of a webhook's JSON: whatever is missing, null or of another kind is simply not there. */
final class Fields {
    /** The form of GitLab's older times: {@code 2017-12-10 16:37:38 UTC}, or with an offset. */
    private static final DateTimeFormatter WITH_SPACES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss [VV][xx][XXX]", Locale.ROOT);

    /** No forge is older, whatever zero time its webhooks may hold. */
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    /** How far a forge's clock may be ahead of ours. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final int MAX_NAME = 64;
    private static final int MAX_SHORT_BYTES = 1024;
    private static final int MAX_LABELS = 500;
    private static final int REPLACEMENT = 0xFFFD;

    private Fields() {}

    /** A text's value, bounded, without characters that databases and encoders refuse. */
    static Optional<String> text(JsonNode node) {
        return node.isTextual() ? Optional.of(Texts.bounded(clean(node.textValue()))) : Optional.empty();
    }

    /** An event's or action's name: short and printable, whatever was sent. */
    static String name(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "");
        return printable.length() <= MAX_NAME ? printable : printable.substring(0, MAX_NAME);
    }

    /** As {@link #text}, empty where there is none: titles and bodies may be null. */
    static String textOrEmpty(JsonNode node) {
        return text(node).orElse("");
    }

    /** As {@link #text}, null where there is none. */
    static String textOrNull(JsonNode node) {
        return text(node).orElse(null);
    }

    /** A login, path or address: as {@link #text}, but short, since an event holds several of them. */
    static Optional<String> shortText(JsonNode node) {
        return text(node).map(text -> Texts.bounded(text, MAX_SHORT_BYTES));
    }

    /** As {@link #shortText}, null where there is none. */
    static String shortOrNull(JsonNode node) {
        return shortText(node).orElse(null);
    }

    /** A positive whole number. */
    static Optional<Long> number(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() > 0
                ? Optional.of(node.longValue())
                : Optional.empty();
    }

    /** A numeric id as text. */
    static Optional<String> id(JsonNode node) {
        return number(node).map(String::valueOf);
    }

    static boolean isTrue(JsonNode node) {
        return node.isBoolean() && node.booleanValue();
    }

    /** Whether the field is there and not null. */
    static boolean given(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }

    /**
     * A time in any of the ways in which forges write it. One that can't be true is the time of receipt: databases refuse
     * some, and beside one that lies far ahead all that happens later would look old.
     */
    static Optional<Instant> time(JsonNode node, Instant receivedAt) {
        return text(node)
                .flatMap(Fields::parse)
                .map(time -> time.isBefore(EARLIEST) || time.isAfter(receivedAt.plus(AHEAD)) ? receivedAt : time);
    }

    /** The name of a label. */
    static Optional<String> label(JsonNode node) {
        return shortText(node);
    }

    /** The names of a list of labels, in order. */
    static List<String> labels(JsonNode list, String field) {
        List<String> names = new ArrayList<>();
        for (JsonNode element : list) {
            if (names.size() < MAX_LABELS) {
                label(element.path(field)).ifPresent(names::add);
            }
        }
        return names;
    }

    private static Optional<Instant> parse(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException iso) {
            try {
                return Optional.of(Instant.from(WITH_SPACES.parse(text)));
            } catch (DateTimeException neither) {
                return Optional.empty();
            }
        }
    }

    /**
     * Drops control characters (PostgreSQL refuses NUL, and JSON makes six bytes of each) and replaces halves of
     * characters, which UTF-8 has no bytes for.
     */
    private static String clean(String text) {
        if (text.chars().noneMatch(Fields::isSuspicious)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().filter(point -> !isControl(point)).forEach(point -> {
            boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            clean.appendCodePoint(half ? REPLACEMENT : point);
        });
        return clean.toString();
    }

    private static boolean isSuspicious(int c) {
        return isControl(c) || Character.isSurrogate((char) c);
    }

    private static boolean isControl(int c) {
        return c < ' ' && c != '\n' && c != '\r' && c != '\t';
    }
}

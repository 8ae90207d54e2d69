package dev.alfred.runner.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;

/** What the event streams of all CLIs have in common: a JSON object a line, and tools with telling arguments. */
public final class EventJson {
    private static final int SUMMARY_CHARACTERS = 300;
    private static final int MONEY_DIGITS = 9;
    private static final double MOST_MONEY = 1_000_000;
    private static final List<String> TELLING =
            List.of("command", "file_path", "filePath", "path", "pattern", "url", "query", "description", "prompt");

    private EventJson() {}

    /** Nothing for a line that is no event: the CLI or something below it wrote plain text. */
    public static Optional<JsonNode> read(byte[] line) {
        try {
            return Optional.ofNullable(ContractJson.mapper().readTree(line)).filter(JsonNode::isObject);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A tool's call in a few words, from its arguments. */
    public static String summary(JsonNode arguments) {
        String text = TELLING.stream()
                .map(arguments::path)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .findFirst()
                .orElseGet(arguments::toString);
        return shortened(text);
    }

    /** As much of it as a summary holds. */
    public static String shortened(String text) {
        return text.length() <= SUMMARY_CHARACTERS ? text : text.substring(0, SUMMARY_CHARACTERS) + "…";
    }

    /** Money at that place; null where there is none, or none that a run can have cost. */
    public static BigDecimal money(JsonNode node) {
        double told = node.isNumber() ? node.doubleValue() : -1;
        return told >= 0 && told <= MOST_MONEY
                ? node.decimalValue().setScale(MONEY_DIGITS, RoundingMode.HALF_UP)
                : null;
    }

    /** The text at that place, or null. */
    public static String text(JsonNode node) {
        return node.isTextual() ? node.textValue() : null;
    }
}

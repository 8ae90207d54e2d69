package dev.alfred.local.model.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Usage;
import dev.alfred.local.model.script.Reply.Step;

/**
 * Orders that a prompt carries in double brackets: {@code [[tool:CMD]]} for the client's shell and {@code [[call:NAME
 * JSON]]} for another tool of its (several are called one after the other),
 * {@code [[say:TEXT]]}, {@code [[sleep:SECONDS]]} before the first reply, {@code [[err:STATUS]]} (see
 * {@link OrderedError}), {@code [[usage:INPUT,CACHED,OUTPUT]]}; {@code [[cut]]} and {@code [[hang]]} in place of the
 * last reply. One that can't be read is no order.
 */
record Directives(
        List<Step> calls,
        Optional<String> text,
        Duration sleep,
        Optional<OrderedError> error,
        Optional<Usage> usage,
        boolean cut,
        boolean hang) {

    private static final String SENTENCE = "As ordered.";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern ORDER =
            Pattern.compile("\\[\\[(?:(tool|call|say|sleep|err|usage):(.+?)|(cut|hang))]]", Pattern.DOTALL);
    private static final Pattern USAGE = Pattern.compile("(\\d{1,12}),(\\d{1,12}),(\\d{1,12})");

    static Directives in(String prompt) {
        List<Step> calls = new ArrayList<>();
        Optional<String> text = Optional.empty();
        Duration sleep = Duration.ZERO;
        Optional<OrderedError> error = Optional.empty();
        Optional<Usage> usage = Optional.empty();
        boolean cut = false;
        boolean hang = false;
        Matcher matcher = ORDER.matcher(prompt);
        while (matcher.find()) {
            String value = matcher.group(2);
            switch (matcher.group(1) == null ? matcher.group(3) : matcher.group(1)) {
                case "tool" -> calls.add(new Step.Run(SENTENCE, value));
                case "call" -> call(value).ifPresent(calls::add);
                case "say" -> text = Optional.of(value);
                case "sleep" -> sleep = seconds(value);
                case "err" -> error = OrderedError.of(value);
                case "usage" -> usage = usage(value);
                case "cut" -> cut = true;
                default -> hang = true;
            }
        }
        return new Directives(List.copyOf(calls), text, sleep, error, usage, cut, hang);
    }

    /** Whether they say what to do, and not only how. */
    boolean decide() {
        return !calls.isEmpty() || text.isPresent() || hang;
    }

    private static Optional<Step> call(String text) {
        String[] parts = text.split(" ", 2);
        try {
            JsonNode arguments = MAPPER.readTree(parts.length == 2 ? parts[1] : "{}");
            return arguments instanceof ObjectNode object
                    ? Optional.of(new Step.Call(SENTENCE, parts[0], object))
                    : Optional.empty();
        } catch (JsonProcessingException unreadable) {
            return Optional.empty();
        }
    }

    private static Duration seconds(String text) {
        return text.matches("\\d{1,4}(\\.\\d{1,3})?")
                ? Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000))
                : Duration.ZERO;
    }

    private static Optional<Usage> usage(String text) {
        Matcher matcher = USAGE.matcher(text);
        return matcher.matches()
                ? Optional.of(Usage.told(
                        Long.parseLong(matcher.group(1)),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }
}

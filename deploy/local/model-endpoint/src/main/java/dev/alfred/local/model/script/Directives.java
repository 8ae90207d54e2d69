package dev.alfred.local.model.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Orders that a prompt carries in double brackets: {@code [[tool:CMD]]} (several run one after the other),
 * {@code [[say:TEXT]]}, {@code [[sleep:SECONDS]]} before the first reply, {@code [[err:STATUS]]}, {@code [[cut]]}.
 */
record Directives(List<String> commands, Optional<String> text, Duration sleep, Optional<Integer> error, boolean cut) {

    private static final Pattern ORDER =
            Pattern.compile("\\[\\[(?:(tool|say|sleep|err):(.+?)|(cut))]]", Pattern.DOTALL);

    static Directives in(String prompt) {
        List<String> commands = new ArrayList<>();
        Optional<String> text = Optional.empty();
        Duration sleep = Duration.ZERO;
        Optional<Integer> error = Optional.empty();
        boolean cut = false;
        Matcher matcher = ORDER.matcher(prompt);
        while (matcher.find()) {
            if (matcher.group(3) != null) {
                cut = true;
                continue;
            }
            String value = matcher.group(2);
            switch (matcher.group(1)) {
                case "tool" -> commands.add(value);
                case "say" -> text = Optional.of(value);
                case "sleep" -> sleep = seconds(value);
                default -> error = status(value);
            }
        }
        return new Directives(List.copyOf(commands), text, sleep, error, cut);
    }

    /** Whether they say what to do, and not only how. */
    boolean decide() {
        return !commands.isEmpty() || text.isPresent();
    }

    private static Duration seconds(String text) {
        return text.matches("\\d{1,4}(\\.\\d{1,3})?")
                ? Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000))
                : Duration.ZERO;
    }

    private static Optional<Integer> status(String text) {
        return text.matches("[45]\\d\\d") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }
}

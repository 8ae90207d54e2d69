package dev.alfred.local.model.script;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The error that {@code [[err:STATUS]]}, {@code [[err:STATUS*TIMES]]} or {@code [[err:STATUS*TIMES;retry-after=SECONDS]]}
 * orders; without a number it strikes each request of the prompt, and behind {@code ;late} the last one, after all tools.
 */
record OrderedError(int status, int times, Map<String, String> headers, boolean late) {

    private static final Pattern FORM =
            Pattern.compile("([45]\\d\\d)(?:\\*(\\d{1,4}))?(?:;retry-after=(\\d{1,4}))?(;late)?");

    static Optional<OrderedError> of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new OrderedError(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2) == null ? Integer.MAX_VALUE : Integer.parseInt(matcher.group(2)),
                matcher.group(3) == null ? Map.of() : Map.of("retry-after", matcher.group(3)),
                matcher.group(4) != null));
    }
}

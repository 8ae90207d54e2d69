package dev.alfred.local.forge.issue;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The issues that a text promises to close, such as "Closes #7" or "fixes: #8". */
public final class ClosingWords {

    private static final Pattern PROMISE = Pattern.compile(
            "\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\\s+#(\\d{1,9})\\b", Pattern.CASE_INSENSITIVE);

    private ClosingWords() {}

    public static Set<Long> issuesIn(String text) {
        Set<Long> numbers = new TreeSet<>();
        Matcher matcher = PROMISE.matcher(text);
        while (matcher.find()) {
            numbers.add(Long.parseLong(matcher.group(1)));
        }
        return numbers;
    }
}

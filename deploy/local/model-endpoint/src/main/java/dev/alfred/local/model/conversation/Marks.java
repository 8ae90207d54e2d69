package dev.alfred.local.model.conversation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words like {@code MARK-a1} that a test strews into prompts and tools, to see which of them reach the model. */
public final class Marks {

    private static final Pattern MARK = Pattern.compile("MARK-[A-Za-z0-9]+");

    private Marks() {}

    /** Each once, in order. */
    public static List<String> in(String text) {
        Set<String> marks = new LinkedHashSet<>();
        Matcher matcher = MARK.matcher(text);
        while (matcher.find()) {
            marks.add(matcher.group());
        }
        return List.copyOf(marks);
    }
}

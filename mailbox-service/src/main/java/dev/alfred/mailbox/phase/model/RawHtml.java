package dev.alfred.mailbox.phase.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.mailbox.phase.model.SpokenText.Line;

/** Blanks out the elements of HTML that make a block of their own, or hold code or a quote, up to their end tags. */
final class RawHtml {
    private static final String INLINE = "code|kbd|q|samp|template|tt|xmp";
    private static final String PREFORMATTED = "pre|script|style|textarea";
    private static final String BLOCKS =
            "address|article|aside|blockquote|body|caption|center|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset"
                    + "|figcaption|figure|footer|form|frameset|h[1-6]|head|header|html|iframe|legend|li|main|menu"
                    + "|menuitem|nav|noframes|ol|optgroup|option|p|search|section|summary|table|tbody|td|tfoot|th"
                    + "|thead|title|tr|ul";
    private static final Pattern TAG = Pattern.compile(
            "<(/?)(%s|%s|%s)(?=[\\s/>]|$)[^>]*>?".formatted(INLINE, PREFORMATTED, BLOCKS), Pattern.CASE_INSENSITIVE);
    private static final Set<String> TO_THE_END = Set.of(PREFORMATTED.split("\\|"));

    private final List<Line> lines;
    private final Map<String, Place> lastEnds = new HashMap<>();
    private Element open;

    private RawHtml(List<Line> lines) {
        this.lines = lines;
    }

    private record Place(int line, int column) {
        boolean isAfter(int otherLine, int otherColumn) {
            return line > otherLine || (line == otherLine && column > otherColumn);
        }
    }

    /**
     * @param depth how many of that name are open
     * @param paragraph whether it ends with the paragraph, since it has no end tag
     */
    private record Element(String name, int depth, boolean paragraph) {}

    static List<Line> blankOut(List<Line> lines) {
        return new RawHtml(lines).blankOut();
    }

    private List<Line> blankOut() {
        for (int i = 0; i < lines.size(); i++) {
            for (Matcher tag = TAG.matcher(lines.get(i).words()); tag.find(); ) {
                if (isEnd(tag)) {
                    lastEnds.put(name(tag), new Place(i, tag.start()));
                }
            }
        }
        List<Line> spoken = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            spoken.add(blankOut(i));
        }
        return spoken;
    }

    private Line blankOut(int at) {
        Line line = lines.get(at);
        open = open != null && open.paragraph() && line.isBlank() ? null : open;
        boolean within = open != null;
        StringBuilder words = new StringBuilder(line.words());
        int from = 0;
        for (Matcher tag = TAG.matcher(line.words()); tag.find(); ) {
            if (open == null) {
                from = tag.start();
                open = isEnd(tag)
                        ? null
                        : opened(tag, at, line.words().substring(0, from).isBlank());
            } else if (name(tag).equals(open.name())) {
                open = next(tag, at);
                if (open == null) {
                    SpokenText.blank(words, from, tag.end());
                }
            }
        }
        if (open != null) {
            SpokenText.blank(words, from, words.length());
        }
        return new Line(within ? words.toString() : line.text(), words.toString());
    }

    private Element opened(Matcher tag, int at, boolean first) {
        String name = name(tag);
        if (hasEndAfter(name, at, tag.start())) {
            return new Element(name, 1, false);
        }
        return first ? new Element(name, 1, !TO_THE_END.contains(name)) : null;
    }

    private Element next(Matcher tag, int at) {
        int depth = open.depth() + (isEnd(tag) ? -1 : 1);
        boolean ended = depth == 0 || (isEnd(tag) && !hasEndAfter(open.name(), at, tag.start()));
        return ended ? null : new Element(open.name(), depth, open.paragraph());
    }

    private boolean hasEndAfter(String name, int line, int column) {
        Place end = lastEnds.get(name);
        return end != null && end.isAfter(line, column);
    }

    private static boolean isEnd(Matcher tag) {
        return !tag.group(1).isEmpty();
    }

    private static String name(Matcher tag) {
        return tag.group(2).toLowerCase(Locale.ROOT);
    }
}

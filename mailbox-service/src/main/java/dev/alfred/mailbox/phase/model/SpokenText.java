package dev.alfred.mailbox.phase.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a comment in Markdown says in its writer's own words: without quotes, code, raw HTML and hidden text, by the rules
 * of CommonMark. Where a text can be read in two ways, less counts as said.
 */
final class SpokenText {
    private static final Pattern HIDDEN = Pattern.compile(
            "<!--.*?(-->|\\z)|<!\\[CDATA\\[.*?(]]>|\\z)|^ {0,3}<\\?.*?(\\?>|\\z)", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern FENCE =
            Pattern.compile("((?: {0,3}(?:[-*+]|\\d{1,9}[.)]) )* {0,3})(`{3,}(?=[^`]*$)|~{3,}).*");
    private static final Pattern QUOTE = Pattern.compile(" {0,3}>.*");
    private static final Pattern INDENTED = Pattern.compile("(\t| {1,3}\t| {4}).*");
    private static final Pattern BACKTICKS = Pattern.compile("`+");

    private SpokenText() {}

    /**
     * One line.
     *
     * @param text as it was written
     * @param words the same with what is not said blanked out
     */
    record Line(String text, String words) {
        static final Line BLANK = new Line("", "");

        boolean isBlank() {
            return text.isBlank();
        }
    }

    /** @param column how far the fence, and the list item that it may stand in, is indented */
    private record Fence(int column, boolean inItem, String mark) {
        static Fence of(Matcher line) {
            String before = line.group(1);
            return new Fence(before.length(), !before.isBlank(), line.group(2));
        }

        boolean endsBefore(String line) {
            return inItem && !line.isBlank() && indent(line) < column;
        }

        boolean endsWith(String line) {
            String text = line.strip();
            return text.length() >= mark.length()
                    && text.chars().allMatch(character -> character == mark.charAt(0))
                    && indent(line) <= column + 3;
        }

        private static int indent(String line) {
            return line.length() - line.stripLeading().length();
        }
    }

    /** The lines in their order; where something is left out, a blank one stands for it. */
    static List<Line> of(String body) {
        return RawHtml.blankOut(
                withoutCodeSpans(withoutBlocks(HIDDEN.matcher(body).replaceAll(" "))));
    }

    /** A command right below a quote is meant as one, although Markdown counts it to the quote. */
    private static List<Line> withoutBlocks(String body) {
        List<Line> lines = new ArrayList<>();
        Fence fence = null;
        boolean afterBlank = true;
        boolean inQuote = false;
        for (String line : body.split("\\R", -1)) {
            boolean indented = INDENTED.matcher(line).matches();
            fence = fence != null && fence.endsBefore(line) ? null : fence;
            Matcher mark = FENCE.matcher(line);
            boolean said = false;
            if (fence != null) {
                fence = fence.endsWith(line) ? null : fence;
            } else if (mark.matches()) {
                fence = Fence.of(mark);
                inQuote = false;
            } else if (line.isBlank()) {
                inQuote = false;
            } else if (QUOTE.matcher(line).matches()) {
                inQuote = true;
            } else if (!(afterBlank && indented)) {
                inQuote = inQuote && !CommentReader.isCommand(line);
                said = !inQuote;
            }
            lines.add(said ? new Line(line, line) : Line.BLANK);
            afterBlank = line.isBlank() || (afterBlank && indented);
        }
        return lines;
    }

    /** Code within a paragraph may begin on one line and end on another. */
    private static List<Line> withoutCodeSpans(List<Line> lines) {
        List<Line> spoken = new ArrayList<>();
        int from = 0;
        while (from < lines.size()) {
            int to = from;
            while (to < lines.size() && !lines.get(to).isBlank()) {
                to++;
            }
            List<Line> paragraph = lines.subList(from, to);
            String[] words = withoutCodeSpans(
                            String.join("\n", paragraph.stream().map(Line::text).toList()))
                    .split("\n", -1);
            for (int i = 0; i < paragraph.size(); i++) {
                spoken.add(new Line(paragraph.get(i).text(), words[i]));
            }
            if (to < lines.size()) {
                spoken.add(Line.BLANK);
            }
            from = to + 1;
        }
        return spoken;
    }

    private static String withoutCodeSpans(String paragraph) {
        Map<Integer, Deque<Integer>> ends = new HashMap<>();
        for (Matcher run = BACKTICKS.matcher(paragraph); run.find(); ) {
            ends.computeIfAbsent(run.end() - run.start(), length -> new ArrayDeque<>())
                    .add(run.end());
        }
        StringBuilder words = new StringBuilder(paragraph);
        Matcher run = BACKTICKS.matcher(paragraph);
        int at = 0;
        while (run.find(at)) {
            Deque<Integer> same = ends.get(run.end() - run.start());
            while (!same.isEmpty() && same.peek() <= run.end()) {
                same.poll();
            }
            at = same.isEmpty() ? run.end() : same.peek();
            if (!same.isEmpty()) {
                blank(words, run.start(), at);
            }
        }
        return words.toString();
    }

    static void blank(StringBuilder words, int from, int to) {
        for (int i = from; i < to; i++) {
            if (words.charAt(i) != '\n') {
                words.setCharAt(i, ' ');
            }
        }
    }
}

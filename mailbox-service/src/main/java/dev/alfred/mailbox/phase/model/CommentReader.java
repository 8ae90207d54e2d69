package dev.alfred.mailbox.phase.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a comment asks of Alfred. A command stands in a line of its own; quoted text, code and hidden text ask for
 * nothing.
 */
public final class CommentReader {
    private static final Pattern HIDDEN = Pattern.compile("<!--.*?(-->|\\z)", Pattern.DOTALL);
    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,}).*");
    private static final Pattern QUOTE = Pattern.compile(" {0,3}>.*");
    private static final Pattern INDENTED = Pattern.compile("(\t| {1,3}\t| {4}).*");
    private static final Pattern INLINE_CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
    private static final Pattern COMMAND =
            Pattern.compile(" {0,3}/alfred(?:[ \\t]+(\\p{Alpha}+)(?:[ \\t]+(.*))?)?[ \\t]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern ANY_COMMAND = Pattern.compile(" {0,3}/alfred(?:[ \\t].*)?", Pattern.CASE_INSENSITIVE);

    private CommentReader() {}

    /**
     * What a comment asks.
     *
     * @param addressed whether it mentions the bot or holds a command line, known or not
     * @param commands the known commands, in their order
     */
    public record Reading(boolean addressed, List<Command> commands) {
        public Reading {
            commands = List.copyOf(commands);
        }
    }

    public static Reading read(String body, String botLogin) {
        List<String> lines = spokenLines(body);
        List<Command> commands = new ArrayList<>();
        boolean addressed = false;
        for (int i = 0; i < lines.size(); i++) {
            if (ANY_COMMAND.matcher(lines.get(i)).matches()) {
                addressed = true;
                command(lines, i).ifPresent(commands::add);
            }
        }
        return new Reading(addressed || mentions(lines, botLogin), commands);
    }

    private static Optional<Command> command(List<String> lines, int at) {
        Matcher line = COMMAND.matcher(lines.get(at));
        if (!line.matches() || line.group(1) == null) {
            return Optional.empty();
        }
        String word = line.group(1).toLowerCase(Locale.ROOT);
        if (word.equals("develop")) {
            return Optional.of(new Command.Develop(wish(line.group(2), lines, at + 1)));
        }
        return line.group(2) == null || line.group(2).isBlank() ? plain(word) : Optional.empty();
    }

    private static Optional<Command> plain(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "approve" -> new Command.Approve();
                    case "retry" -> new Command.Retry();
                    case "stop" -> new Command.Stop();
                    case "cancel" -> new Command.Cancel();
                    case "pause" -> new Command.Pause();
                    case "unblock" -> new Command.Unblock();
                    case "status" -> new Command.Status();
                    case "fresh" -> new Command.Fresh();
                    default -> null;
                });
    }

    /** The rest of the line and what follows, up to the next command. */
    private static String wish(String first, List<String> lines, int from) {
        StringBuilder wish = new StringBuilder(first == null ? "" : first);
        for (int i = from;
                i < lines.size() && !ANY_COMMAND.matcher(lines.get(i)).matches();
                i++) {
            wish.append('\n').append(lines.get(i));
        }
        return wish.toString().strip();
    }

    private static boolean mentions(List<String> lines, String botLogin) {
        Pattern mention = Pattern.compile(
                "(?<![\\p{Alnum}_/@.-])@" + Pattern.quote(botLogin) + "(?![\\p{Alnum}_/-])",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return lines.stream()
                .map(line -> INLINE_CODE.matcher(line).replaceAll(" "))
                .anyMatch(line -> mention.matcher(line).find());
    }

    /** The lines outside of quotes, code and hidden text. */
    private static List<String> spokenLines(String body) {
        List<String> spoken = new ArrayList<>();
        String fence = null;
        boolean afterBlank = true;
        boolean inQuote = false;
        for (String line : HIDDEN.matcher(body).replaceAll(" ").split("\\R", -1)) {
            Matcher mark = FENCE.matcher(line);
            if (fence != null) {
                fence = closes(line, fence) ? null : fence;
            } else if (mark.matches()) {
                fence = mark.group(1);
            } else if (line.isBlank()) {
                inQuote = false;
                spoken.add("");
            } else if (QUOTE.matcher(line).matches()) {
                inQuote = true;
            } else if (!inQuote && !(afterBlank && INDENTED.matcher(line).matches())) {
                spoken.add(line);
            } else if (inQuote && ANY_COMMAND.matcher(line).matches()) {
                inQuote = false;
                spoken.add(line);
            }
            afterBlank = line.isBlank() || (afterBlank && INDENTED.matcher(line).matches());
        }
        return spoken;
    }

    private static boolean closes(String line, String fence) {
        String text = line.strip();
        return text.length() >= fence.length()
                && text.chars().allMatch(character -> character == fence.charAt(0))
                && !INDENTED.matcher(line).matches();
    }
}

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
        List<SpokenText.Line> lines = SpokenText.of(body);
        List<Command> commands = new ArrayList<>();
        boolean addressed = false;
        for (int i = 0; i < lines.size(); i++) {
            if (isCommand(lines.get(i).words())) {
                addressed = true;
                command(lines, i).ifPresent(commands::add);
            }
        }
        return new Reading(addressed || mentions(lines, botLogin), commands);
    }

    private static Optional<Command> command(List<SpokenText.Line> lines, int at) {
        Matcher line = COMMAND.matcher(lines.get(at).text());
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
    private static String wish(String first, List<SpokenText.Line> lines, int from) {
        StringBuilder wish = new StringBuilder(first == null ? "" : first);
        for (int i = from; i < lines.size() && !isCommand(lines.get(i).words()); i++) {
            wish.append('\n').append(lines.get(i).text());
        }
        return wish.toString().strip();
    }

    private static boolean mentions(List<SpokenText.Line> lines, String botLogin) {
        Pattern mention = Pattern.compile(
                "(?<![\\p{Alnum}_/@.-])@" + Pattern.quote(botLogin) + "(?![\\p{Alnum}_/-])",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return lines.stream().anyMatch(line -> mention.matcher(line.words()).find());
    }

    /** Whether a line would be a command if it were said. */
    static boolean isCommand(String line) {
        return ANY_COMMAND.matcher(line).matches();
    }
}

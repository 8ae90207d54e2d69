package dev.alfred.runner.workspace;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.alfred.contracts.vocabulary.ExitReason;

/** Tells from git's own words (in the C locale) why it could not do its work with the forge. */
final class GitFailures {
    private static final Pattern UNAUTHORIZED =
            Pattern.compile("returned error: 40[13]\\b|http basic: access denied|authentication failed for|"
                    + "could not read (?:username|password) for|invalid username or (?:password|token)|"
                    + "http 40[13]\\b|terminal prompts disabled");
    private static final Pattern REFUSED = Pattern.compile("\\[(?:remote )?rejected\\]|pre-receive hook declined|"
            + "protected branch|stale info|non-fast-forward|failed to update ref|refusing to ");
    private static final List<String> NO_SPACE = List.of("no space left on device", "disk quota exceeded");

    private GitFailures() {}

    static ExitReason reading(GitResult result) {
        if (noSpace(result)) {
            return ExitReason.NO_SPACE;
        }
        String said = result.stderr().toLowerCase(Locale.ROOT);
        return UNAUTHORIZED.matcher(said).find() ? ExitReason.FORGE_UNAUTHORIZED : ExitReason.FORGE_UNREACHABLE;
    }

    static boolean noSpace(GitResult result) {
        String said = result.stderr().toLowerCase(Locale.ROOT);
        return NO_SPACE.stream().anyMatch(said::contains);
    }

    static ExitReason pushing(GitResult result) {
        String said = (result.text() + "\n" + result.stderr()).toLowerCase(Locale.ROOT);
        return REFUSED.matcher(said).find() ? ExitReason.PUSH_REFUSED : reading(result);
    }

    /** The last meaningful line of what git said, for people. */
    static String words(GitResult result) {
        if (result.timedOut()) {
            return "git took too long";
        }
        if (result.truncated()) {
            return "git had more to say than can be read";
        }
        List<String> lines = result.stderr()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> line.startsWith("fatal:") || line.startsWith("error:") || line.startsWith("!"))
                .findFirst()
                .or(() -> lines.stream().reduce((first, second) -> second))
                .orElse("git ended with status " + result.exitCode());
    }
}

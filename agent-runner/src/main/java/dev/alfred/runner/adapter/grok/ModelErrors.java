package dev.alfred.runner.adapter.grok;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Grok Build says when the model failed, as seen with 1.0.41; the provider's words in it never count. */
final class ModelErrors {
    private static final Pattern STATUS =
            Pattern.compile("^Internal error: \\{\\s*\"message\": \"API error \\(status (\\d{3}) ");
    private static final String UNAUTHORIZED = "Internal error: \"Unauthorized (401) from ";
    private static final List<String> UNREACHABLE = List.of(
            "Internal error: \"reqwest error ",
            "Internal error: \"empty response from model ",
            "Internal error: \"stream ");
    private static final String OWN = "Internal error:";
    private static final String NO_SESSION = "Couldn't ";
    private static final int REFUSED_CREDENTIALS = 401;
    private static final int RATE_LIMIT = 429;

    private ModelErrors() {}

    /**
     * @param status of the model's answer, or null
     * @param model whether the model ended it
     */
    record Meaning(Integer status, boolean model) {
        static final Meaning NONE = new Meaning(null, false);
    }

    /** @param errors of a turn that ended by itself */
    static Meaning meaning(List<String> errors) {
        if (errors.isEmpty()) {
            return Meaning.NONE;
        }
        String error = errors.getFirst();
        Matcher status = STATUS.matcher(error);
        if (status.find()) {
            return new Meaning(Integer.valueOf(status.group(1)), true);
        }
        if (error.startsWith(UNAUTHORIZED)) {
            return new Meaning(REFUSED_CREDENTIALS, true);
        }
        if (UNREACHABLE.stream().anyMatch(error::startsWith)) {
            return new Meaning(null, true);
        }
        // Of all failures a rate limit alone is told in the provider's bare words.
        return error.startsWith(OWN) || error.startsWith(NO_SESSION) ? Meaning.NONE : new Meaning(RATE_LIMIT, true);
    }
}

package dev.alfred.runner.adapter.codex;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.runner.adapter.EventJson;
import dev.alfred.runner.adapter.ModelFailure;

/** The words in which Codex ends a turn that the model's side failed. What the endpoint itself said comes last in them. */
final class ModelErrors {
    private static final Pattern STATUS =
            Pattern.compile("(?:unexpected status|exceeded retry limit, last status:) (\\d{3}) .*", Pattern.DOTALL);
    private static final List<String> TRANSIENT = List.of(
            "stream disconnected before completion: ",
            "Connection failed: ",
            "rate limit exceeded: ",
            "We’re currently experiencing high demand",
            "We're currently experiencing high demand",
            "Selected model is at capacity");
    private static final String OUTGROWN = "Codex ran out of room in the model's context window.";
    private static final List<String> PERMANENT =
            List.of(OUTGROWN, "Quota exceeded. ", "To use Codex with your ChatGPT plan, ");
    private static final String NO_KEY = "Missing environment variable: ";

    private ModelErrors() {}

    /** Whether the conversation is larger than the model can take in. */
    static boolean outgrown(String message) {
        return message.startsWith(OUTGROWN);
    }

    static ModelFailure meaning(String message) {
        Matcher status = STATUS.matcher(message);
        if (status.matches()) {
            return ModelFailure.of(Integer.parseInt(status.group(1)));
        }
        if (TRANSIENT.stream().anyMatch(message::startsWith)) {
            return ModelFailure.TRANSIENT;
        }
        if (message.startsWith(NO_KEY)) {
            return ModelFailure.AUTHENTICATION;
        }
        if (PERMANENT.stream().anyMatch(message::startsWith)) {
            return ModelFailure.PERMANENT;
        }
        // The body of an answer with status 400 is all that is told of it.
        return EventJson.read(message.getBytes(StandardCharsets.UTF_8))
                        .filter(body -> body.has("error"))
                        .isPresent()
                ? ModelFailure.PERMANENT
                : ModelFailure.NONE;
    }
}

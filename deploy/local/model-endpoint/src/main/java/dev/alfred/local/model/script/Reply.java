package dev.alfred.local.model.script;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Usage;

/**
 * What a script answers, whichever protocol carries it.
 *
 * @param usage what the reply says it took; empty for a plausible guess
 */
public record Reply(Step step, Duration delay, boolean cut, Optional<Usage> usage) {

    /** The reply's content. */
    public sealed interface Step {

        /** A text that ends the turn. */
        record Say(String text) implements Step {}

        /** A command for the client's shell tool, with a sentence before it. */
        record Run(String sentence, String command) implements Step {}

        /** A call of another tool of the client's, with its arguments. */
        record Call(String sentence, String tool, ObjectNode arguments) implements Step {}

        /** An error of the service, with headers beside the protocol's own. */
        record Fail(int status, Map<String, String> headers) implements Step {}

        /** Nothing, until the client goes. */
        record Hang() implements Step {}
    }

    public static Reply of(Step step) {
        return new Reply(step, Duration.ZERO, false, Optional.empty());
    }
}

package dev.alfred.local.model.script;

import java.time.Duration;

/** What a script answers, whichever protocol carries it. */
public record Reply(Step step, Duration delay, boolean cut) {

    /** The reply's content. */
    public sealed interface Step {

        /** A text that ends the turn. */
        record Say(String text) implements Step {}

        /** A command for the client's shell tool, with a sentence before it. */
        record Run(String sentence, String command) implements Step {}

        /** An error of the service. */
        record Fail(int status) implements Step {}
    }

    public static Reply of(Step step) {
        return new Reply(step, Duration.ZERO, false);
    }
}

package dev.alfred.runner.adapter;

/** What a start's command line says about a session. Fresh and resume options are never given together. */
public sealed interface SessionArgument {
    /** No session option whatever. */
    record None() implements SessionArgument {}

    /** @param name null where the installed version takes none */
    record Fresh(String id, String name) implements SessionArgument {}

    record Resume(String id) implements SessionArgument {}
}

package dev.alfred.runner.adapter;

import dev.alfred.contracts.session.Usage;

/** What a CLI's event stream said, in every adapter's common words. */
public sealed interface AgentEvent {
    /** The CLI named the session that it works in. */
    record SessionNamed(String id) implements AgentEvent {}

    /** The model wrote something. */
    record Said(String text) implements AgentEvent {}

    record UsedTool(String name, String summary) implements AgentEvent {}

    /** What this start used so far. */
    record Used(Usage usage) implements AgentEvent {}

    /** Something for the log that the CLI itself said. */
    record Noted(String message) implements AgentEvent {}

    record Finished(AgentReport report) implements AgentEvent {}
}

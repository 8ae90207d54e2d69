package dev.alfred.local.model.conversation;

import com.fasterxml.jackson.databind.JsonNode;

/** A piece of a turn, whichever protocol carried it. */
public sealed interface Part {

    record Text(String text) implements Part {}

    record ToolCall(String id, String tool, JsonNode input) implements Part {}

    record ToolResult(String callId, String text, boolean error) implements Part {}
}

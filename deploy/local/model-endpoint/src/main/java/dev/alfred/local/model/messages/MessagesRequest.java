package dev.alfred.local.model.messages;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Marks;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Spoken;
import dev.alfred.local.model.conversation.Tool;
import dev.alfred.local.model.conversation.Turn;
import dev.alfred.local.model.protocol.Content;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.UnreadableRequest;

/** Reads a request of the Messages protocol. */
final class MessagesRequest {

    private MessagesRequest() {}

    static ModelRequest read(JsonNode json) throws UnreadableRequest {
        if (!json.path("messages").isArray()) {
            throw new UnreadableRequest("messages: Field required");
        }
        List<Turn> turns = new ArrayList<>();
        for (JsonNode message : json.path("messages")) {
            turn(message, turns);
        }
        return new ModelRequest(
                json.path("model").asText("scripted"),
                json.path("stream").asBoolean(false),
                new Conversation(turns, tools(json), Marks.in(json.toString())));
    }

    /** A tool that the client forces is there for its own ends, and leaves no choice. */
    private static List<Tool> tools(JsonNode json) {
        List<Tool> tools = new ArrayList<>();
        if (!json.path("tool_choice").has("name")) {
            for (JsonNode tool : json.path("tools")) {
                tools.add(new Tool(tool.path("name").asText(), tool.path("input_schema")));
            }
        }
        return tools;
    }

    /** Turns of other roles, as the client's own notes in between, belong to neither side. */
    private static void turn(JsonNode message, List<Turn> turns) {
        switch (message.path("role").asText()) {
            case "user" -> turns.add(new Turn(Turn.Role.USER, parts(message.path("content"))));
            case "assistant" -> turns.add(new Turn(Turn.Role.ASSISTANT, parts(message.path("content"))));
            default -> {}
        }
    }

    private static List<Part> parts(JsonNode content) {
        if (content.isTextual()) {
            return List.of(new Part.Text(Spoken.in(content.asText())));
        }
        List<Part> parts = new ArrayList<>();
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "text" ->
                    parts.add(new Part.Text(Spoken.in(block.path("text").asText())));
                case "tool_use" ->
                    parts.add(new Part.ToolCall(
                            block.path("id").asText(), block.path("name").asText(), block.path("input")));
                case "tool_result" ->
                    parts.add(new Part.ToolResult(
                            block.path("tool_use_id").asText(),
                            Content.text(block.path("content")),
                            block.path("is_error").asBoolean(false)));
                default -> parts.add(new Part.Text(""));
            }
        }
        return List.copyOf(parts);
    }
}

package dev.alfred.local.model.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Marks;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Spoken;
import dev.alfred.local.model.conversation.Tool;
import dev.alfred.local.model.conversation.Turn;
import dev.alfred.local.model.protocol.Content;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.UnreadableRequest;

/** Reads a request of the Chat Completions protocol. */
final class ChatRequest {

    private ChatRequest() {}

    static ModelRequest read(JsonNode json) throws UnreadableRequest {
        if (!json.path("messages").isArray()) {
            throw new UnreadableRequest("Missing required parameter: 'messages'.");
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

    /** A function that the client forces is there for its own ends (Grok's title), and leaves no choice. */
    private static List<Tool> tools(JsonNode json) {
        List<Tool> tools = new ArrayList<>();
        if (!json.path("tool_choice").has("function")) {
            for (JsonNode tool : json.path("tools")) {
                JsonNode function = tool.path("function");
                tools.add(new Tool(function.path("name").asText(), function.path("parameters")));
            }
        }
        return tools;
    }

    private static void turn(JsonNode message, List<Turn> turns) {
        switch (message.path("role").asText()) {
            case "user" -> turns.add(new Turn(Turn.Role.USER, said(message.path("content"))));
            case "tool" ->
                turns.add(new Turn(
                        Turn.Role.USER,
                        List.of(new Part.ToolResult(
                                message.path("tool_call_id").asText(), Content.text(message.path("content")), false))));
            case "assistant" -> turns.add(new Turn(Turn.Role.ASSISTANT, answered(message)));
            default -> {}
        }
    }

    private static List<Part> said(JsonNode content) {
        if (content.isTextual()) {
            return List.of(new Part.Text(Spoken.in(content.asText())));
        }
        List<Part> parts = new ArrayList<>();
        for (JsonNode part : content) {
            parts.add(new Part.Text(Spoken.in(part.path("text").asText(""))));
        }
        return parts;
    }

    private static List<Part> answered(JsonNode message) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.Text(Content.text(message.path("content"))));
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            parts.add(new Part.ToolCall(
                    call.path("id").asText(),
                    function.path("name").asText(),
                    TextNode.valueOf(function.path("arguments").asText())));
        }
        return parts;
    }
}

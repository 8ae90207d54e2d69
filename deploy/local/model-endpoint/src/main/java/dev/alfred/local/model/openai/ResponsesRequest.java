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

/** Reads a request of the Responses protocol, whose input is a list of items: messages, calls and their outputs. */
final class ResponsesRequest {

    private ResponsesRequest() {}

    static ModelRequest read(JsonNode json) throws UnreadableRequest {
        JsonNode input = json.path("input");
        List<Turn> turns = new ArrayList<>();
        if (input.isTextual()) {
            turns.add(new Turn(Turn.Role.USER, List.of(new Part.Text(Spoken.in(input.asText())))));
        } else if (input.isArray()) {
            input.forEach(item -> turn(item, turns));
        } else {
            throw new UnreadableRequest("Missing required parameter: 'input'.");
        }
        return new ModelRequest(
                json.path("model").asText("scripted"),
                json.path("stream").asBoolean(false),
                new Conversation(turns, tools(json), Marks.in(json.toString())));
    }

    /** A tool that the client forces is there for its own ends, and leaves no choice. */
    private static List<Tool> tools(JsonNode json) {
        List<Tool> tools = new ArrayList<>();
        if (!json.path("tool_choice").isObject()) {
            for (JsonNode tool : json.path("tools")) {
                switch (tool.path("type").asText()) {
                    case "function" -> tools.add(new Tool(tool.path("name").asText(), tool.path("parameters")));
                    case ResponsesReply.LOCAL_SHELL ->
                        tools.add(new Tool(ResponsesReply.LOCAL_SHELL, tool.path("parameters")));
                    default -> {}
                }
            }
        }
        return tools;
    }

    private static void turn(JsonNode item, List<Turn> turns) {
        switch (item.path("type").asText("message")) {
            case "message" -> message(item, turns);
            case "function_call" ->
                turns.add(new Turn(
                        Turn.Role.ASSISTANT,
                        List.of(new Part.ToolCall(
                                item.path("call_id").asText(),
                                item.path("name").asText(),
                                TextNode.valueOf(item.path("arguments").asText())))));
            case "local_shell_call" ->
                turns.add(new Turn(
                        Turn.Role.ASSISTANT,
                        List.of(new Part.ToolCall(
                                item.path("call_id").asText(), ResponsesReply.LOCAL_SHELL, item.path("action")))));
            case "function_call_output", "local_shell_call_output" ->
                turns.add(new Turn(
                        Turn.Role.USER,
                        List.of(new Part.ToolResult(
                                item.path("call_id").asText(), Content.text(item.path("output")), false))));
            default -> {}
        }
    }

    private static void message(JsonNode item, List<Turn> turns) {
        JsonNode content = item.path("content");
        switch (item.path("role").asText()) {
            case "user" -> turns.add(new Turn(Turn.Role.USER, said(content)));
            case "assistant" -> turns.add(new Turn(Turn.Role.ASSISTANT, List.of(new Part.Text(Content.text(content)))));
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
}

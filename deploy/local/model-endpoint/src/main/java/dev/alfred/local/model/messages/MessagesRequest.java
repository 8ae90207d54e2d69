package dev.alfred.local.model.messages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Tool;
import dev.alfred.local.model.conversation.Turn;

/** A request of the Anthropic Messages protocol, read leniently: what isn't understood is left out. */
record MessagesRequest(String model, boolean stream, Conversation conversation) {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern REMINDER =
            Pattern.compile("<system-reminder>.*?</system-reminder>\\s*", Pattern.DOTALL);

    /** Fails on what is not a JSON object with messages. */
    static MessagesRequest read(byte[] body) throws IOException {
        JsonNode json = MAPPER.readTree(body);
        if (json == null || !json.path("messages").isArray()) {
            throw new IOException("messages: Field required");
        }
        List<Turn> turns = new ArrayList<>();
        for (JsonNode message : json.path("messages")) {
            turn(message, turns);
        }
        List<Tool> tools = new ArrayList<>();
        for (JsonNode tool : json.path("tools")) {
            tools.add(new Tool(tool.path("name").asText(), tool.path("input_schema")));
        }
        return new MessagesRequest(
                json.path("model").asText("scripted"),
                json.path("stream").asBoolean(false),
                new Conversation(List.copyOf(turns), List.copyOf(tools)));
    }

    /** Turns of other roles, as the client's own notes in between, belong to neither side. */
    private static void turn(JsonNode message, List<Turn> turns) {
        String role = message.path("role").asText();
        if (role.equals("user") || role.equals("assistant")) {
            turns.add(new Turn(
                    role.equals("user") ? Turn.Role.USER : Turn.Role.ASSISTANT, parts(message.path("content"))));
        }
    }

    private static List<Part> parts(JsonNode content) {
        if (content.isTextual()) {
            return List.of(new Part.Text(spoken(content.asText())));
        }
        List<Part> parts = new ArrayList<>();
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "text" -> parts.add(new Part.Text(spoken(block.path("text").asText())));
                case "tool_use" ->
                    parts.add(new Part.ToolCall(
                            block.path("id").asText(), block.path("name").asText(), block.path("input")));
                case "tool_result" ->
                    parts.add(new Part.ToolResult(
                            block.path("tool_use_id").asText(),
                            text(block.path("content")),
                            block.path("is_error").asBoolean(false)));
                default -> parts.add(new Part.Text(""));
            }
        }
        return List.copyOf(parts);
    }

    /** The client mixes its own reminders into what the user says; nobody said those. */
    private static String spoken(String text) {
        return text.contains("<system-reminder>") ? REMINDER.matcher(text).replaceAll("") : text;
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content) {
            text.append(block.path("text").asText("")).append('\n');
        }
        return text.toString();
    }
}

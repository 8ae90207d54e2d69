package dev.alfred.local.model.messages;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Usage;
import dev.alfred.local.model.script.Reply.Step;

/** A reply in the shapes of the Anthropic Messages protocol: one object, or the events of a stream. */
final class MessagesReply {

    private static final int DELTA = 120;

    private final long id;
    private final String model;
    private final List<ObjectNode> blocks = new ArrayList<>();
    private final String stopReason;
    private final Usage usage;

    /** One event of a stream. */
    record Event(String name, ObjectNode data) {}

    MessagesReply(long id, MessagesRequest request, Step step, long bodyBytes) {
        this.id = id;
        this.model = request.model();
        Conversation conversation = request.conversation();
        long written = switch (step) {
            case Step.Say say -> text(say.text());
            case Step.Run run -> text(run.sentence()) + call(conversation, run);
            case Step.Fail fail -> 0;
        };
        this.stopReason = step instanceof Step.Run ? "tool_use" : "end_turn";
        this.usage = Usage.of(conversation, bodyBytes, written);
    }

    ObjectNode whole() {
        ObjectNode message = message(usage.output()).put("stop_reason", stopReason);
        blocks.forEach(message.withArray("content")::add);
        return message;
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        ObjectNode start = event("message_start");
        start.set("message", message(1));
        events.add(new Event("message_start", start));
        events.add(new Event("ping", event("ping")));
        for (int index = 0; index < blocks.size(); index++) {
            block(events, index, blocks.get(index));
        }
        ObjectNode delta = event("message_delta");
        delta.putObject("delta").put("stop_reason", stopReason).putNull("stop_sequence");
        delta.putObject("usage").put("output_tokens", usage.output());
        events.add(new Event("message_delta", delta));
        events.add(new Event("message_stop", event("message_stop")));
        return events;
    }

    static ObjectNode error(int status, String message, String requestId) {
        ObjectNode error = event("error");
        error.putObject("error").put("type", kind(status)).put("message", message);
        return error.put("request_id", requestId);
    }

    private long text(String text) {
        blocks.add(JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text));
        return text.length();
    }

    private long call(Conversation conversation, Step.Run run) {
        return conversation
                .shell()
                .map(shell -> {
                    ObjectNode input = shell.running(run.command(), run.sentence());
                    ObjectNode block = JsonNodeFactory.instance
                            .objectNode()
                            .put("type", "tool_use")
                            .put("id", "toolu_scripted%08d".formatted(id))
                            .put("name", shell.name());
                    block.set("input", input);
                    blocks.add(block);
                    return (long) input.toString().length();
                })
                .orElse(0L);
    }

    private ObjectNode message(long outputTokens) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("id", "msg_scripted%08d".formatted(id))
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model);
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.putObject("usage")
                .put("input_tokens", usage.input())
                .put("cache_creation_input_tokens", usage.cacheWritten())
                .put("cache_read_input_tokens", usage.cacheRead())
                .put("output_tokens", outputTokens);
        return message;
    }

    private static void block(List<Event> events, int index, ObjectNode block) {
        boolean text = block.path("type").asText().equals("text");
        ObjectNode start = event("content_block_start").put("index", index);
        ObjectNode empty = block.deepCopy();
        if (text) {
            empty.put("text", "");
        } else {
            empty.putObject("input");
        }
        start.set("content_block", empty);
        events.add(new Event("content_block_start", start));
        String content =
                text ? block.path("text").asText() : block.path("input").toString();
        for (String piece : pieces(content)) {
            ObjectNode delta = event("content_block_delta").put("index", index);
            delta.putObject("delta")
                    .put("type", text ? "text_delta" : "input_json_delta")
                    .put(text ? "text" : "partial_json", piece);
            events.add(new Event("content_block_delta", delta));
        }
        events.add(new Event("content_block_stop", event("content_block_stop").put("index", index)));
    }

    /** Never through the middle of a character. */
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(from + DELTA, text.length());
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static String kind(int status) {
        return switch (status) {
            case 400 -> "invalid_request_error";
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 529 -> "overloaded_error";
            default -> "api_error";
        };
    }
}

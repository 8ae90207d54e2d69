package dev.alfred.local.model.messages;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.Pieces;

/** A reply in the shapes of the Messages protocol: one object, or the events of a stream. */
final class MessagesReply {

    private final Draft draft;
    private final List<ObjectNode> blocks = new ArrayList<>();
    private final String stopReason;

    MessagesReply(Draft draft) {
        this.draft = draft;
        this.stopReason = draft.call().isPresent() ? "tool_use" : "end_turn";
        blocks.add(JsonNodeFactory.instance.objectNode().put("type", "text").put("text", draft.text()));
        draft.call().map(this::toolUse).ifPresent(blocks::add);
    }

    ObjectNode whole() {
        ObjectNode message = message(draft.usage().output()).put("stop_reason", stopReason);
        blocks.forEach(message.withArray("content")::add);
        return message;
    }

    List<Event> events() {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode start = event("message_start");
        start.set("message", message(1));
        events.add(start);
        events.add(event("ping"));
        for (int index = 0; index < blocks.size(); index++) {
            block(events, index, blocks.get(index));
        }
        ObjectNode delta = event("message_delta");
        delta.putObject("delta").put("stop_reason", stopReason).putNull("stop_sequence");
        delta.putObject("usage").put("output_tokens", draft.usage().output());
        events.add(delta);
        events.add(event("message_stop"));
        return events.stream()
                .map(event -> Event.named(event.path("type").asText(), event))
                .toList();
    }

    private ObjectNode toolUse(Draft.Call call) {
        ObjectNode block = JsonNodeFactory.instance
                .objectNode()
                .put("type", "tool_use")
                .put("id", draft.named("toolu"))
                .put("name", call.tool());
        block.set("input", call.input());
        return block;
    }

    private ObjectNode message(long outputTokens) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("id", draft.named("msg"))
                .put("type", "message")
                .put("role", "assistant")
                .put("model", draft.model());
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.putObject("usage")
                .put("input_tokens", draft.usage().input())
                .put("cache_creation_input_tokens", draft.usage().cacheWritten())
                .put("cache_read_input_tokens", draft.usage().cacheRead())
                .put("output_tokens", outputTokens);
        return message;
    }

    private static void block(List<ObjectNode> events, int index, ObjectNode block) {
        boolean text = block.path("type").asText().equals("text");
        ObjectNode start = event("content_block_start").put("index", index);
        ObjectNode empty = block.deepCopy();
        if (text) {
            empty.put("text", "");
        } else {
            empty.putObject("input");
        }
        start.set("content_block", empty);
        events.add(start);
        String content =
                text ? block.path("text").asText() : block.path("input").toString();
        for (String piece : Pieces.of(content)) {
            ObjectNode delta = event("content_block_delta").put("index", index);
            delta.putObject("delta")
                    .put("type", text ? "text_delta" : "input_json_delta")
                    .put(text ? "text" : "partial_json", piece);
            events.add(delta);
        }
        events.add(event("content_block_stop").put("index", index));
    }

    private static ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}

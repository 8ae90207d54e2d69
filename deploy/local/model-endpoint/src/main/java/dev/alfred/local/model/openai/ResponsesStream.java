package dev.alfred.local.model.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.Pieces;

/** A reply as the numbered events of the Responses protocol, which build it up item by item. */
final class ResponsesStream {

    private final ResponsesReply reply;
    private final List<ObjectNode> events = new ArrayList<>();

    ResponsesStream(ResponsesReply reply) {
        this.reply = reply;
    }

    List<Event> events() {
        event("response.created").set("response", reply.response("in_progress"));
        event("response.in_progress").set("response", reply.response("in_progress"));
        List<ObjectNode> items = reply.items();
        for (int index = 0; index < items.size(); index++) {
            item(index, items.get(index));
        }
        event("response.completed").set("response", reply.whole());
        return events.stream()
                .map(event -> Event.named(event.path("type").asText(), event))
                .toList();
    }

    private void item(int index, ObjectNode item) {
        String type = item.path("type").asText();
        ObjectNode begun = item.deepCopy().put("status", "in_progress");
        switch (type) {
            case "message" -> begun.putArray("content");
            case "function_call" -> begun.put("arguments", "");
            default -> {}
        }
        event("response.output_item.added").put("output_index", index).set("item", begun);
        switch (type) {
            case "message" -> text(index, item);
            case "function_call" -> arguments(index, item);
            default -> {}
        }
        event("response.output_item.done").put("output_index", index).set("item", item);
    }

    private void text(int index, ObjectNode item) {
        String text = item.at("/content/0/text").asText();
        part("response.content_part.added", index, item).set("part", ResponsesReply.text(""));
        for (String piece : Pieces.of(text)) {
            part("response.output_text.delta", index, item).put("delta", piece);
        }
        part("response.output_text.done", index, item).put("text", text);
        part("response.content_part.done", index, item).set("part", ResponsesReply.text(text));
    }

    private void arguments(int index, ObjectNode item) {
        String arguments = item.path("arguments").asText();
        for (String piece : Pieces.of(arguments)) {
            within("response.function_call_arguments.delta", index, item).put("delta", piece);
        }
        within("response.function_call_arguments.done", index, item).put("arguments", arguments);
    }

    private ObjectNode part(String type, int index, ObjectNode item) {
        return within(type, index, item).put("content_index", 0);
    }

    private ObjectNode within(String type, int index, ObjectNode item) {
        return event(type).put("item_id", item.path("id").asText()).put("output_index", index);
    }

    private ObjectNode event(String type) {
        ObjectNode event =
                JsonNodeFactory.instance.objectNode().put("type", type).put("sequence_number", events.size());
        events.add(event);
        return event;
    }
}

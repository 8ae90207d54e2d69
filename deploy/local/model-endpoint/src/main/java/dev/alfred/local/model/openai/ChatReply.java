package dev.alfred.local.model.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Usage;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.Pieces;

/** A reply in the shapes of the Chat Completions protocol: one object, or chunks with deltas. */
final class ChatReply {

    private final Draft draft;
    private final String finishReason;

    ChatReply(Draft draft) {
        this.draft = draft;
        this.finishReason = draft.call().isPresent() ? "tool_calls" : "stop";
    }

    ObjectNode whole() {
        ObjectNode completion = headed("chat.completion");
        ObjectNode choice = completion.putArray("choices").addObject().put("index", 0);
        ObjectNode message =
                choice.putObject("message").put("role", "assistant").put("content", draft.text());
        draft.call()
                .ifPresent(call -> message.putArray("tool_calls")
                        .add(toolCall(call, call.input().toString())));
        choice.put("finish_reason", finishReason);
        completion.set("usage", usage());
        return completion;
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        events.add(chunk(delta().put("role", "assistant").put("content", "")));
        for (String piece : Pieces.of(draft.text())) {
            events.add(chunk(delta().put("content", piece)));
        }
        draft.call().ifPresent(call -> events.addAll(call(call)));
        events.add(chunk(delta(), finishReason));
        ObjectNode last = headed("chat.completion.chunk");
        last.putArray("choices");
        last.set("usage", usage());
        events.add(Event.unnamed(last.toString()));
        events.add(Event.unnamed("[DONE]"));
        return events;
    }

    private List<Event> call(Draft.Call call) {
        List<Event> events = new ArrayList<>();
        ObjectNode begun = delta();
        begun.putArray("tool_calls").add(toolCall(call, "").put("index", 0));
        events.add(chunk(begun));
        for (String piece : Pieces.of(call.input().toString())) {
            ObjectNode more = delta();
            more.putArray("tool_calls")
                    .addObject()
                    .put("index", 0)
                    .putObject("function")
                    .put("arguments", piece);
            events.add(chunk(more));
        }
        return events;
    }

    private ObjectNode toolCall(Draft.Call call, String arguments) {
        ObjectNode made = delta().put("id", draft.named("call")).put("type", "function");
        made.putObject("function").put("name", call.tool()).put("arguments", arguments);
        return made;
    }

    private Event chunk(ObjectNode delta) {
        return chunk(delta, null);
    }

    private Event chunk(ObjectNode delta, String finished) {
        ObjectNode chunk = headed("chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.put("finish_reason", finished);
        return Event.unnamed(chunk.toString());
    }

    private ObjectNode headed(String kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", draft.named("chatcmpl"))
                .put("object", kind)
                .put("created", 1_767_225_600)
                .put("model", draft.model());
    }

    /** Here the prompt's tokens hold the cached ones. */
    private ObjectNode usage() {
        Usage usage = draft.usage();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("prompt_tokens", usage.wholeInput())
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.wholeInput() + usage.output());
        node.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheRead());
        return node;
    }

    private static ObjectNode delta() {
        return JsonNodeFactory.instance.objectNode();
    }
}

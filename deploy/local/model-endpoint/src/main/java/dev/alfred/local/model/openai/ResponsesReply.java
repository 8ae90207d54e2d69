package dev.alfred.local.model.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Usage;
import dev.alfred.local.model.protocol.Draft;

/** A reply as an object of the Responses protocol. */
final class ResponsesReply {

    /** A tool without a schema, with an item of its own in place of a function call. */
    static final String LOCAL_SHELL = "local_shell";

    private final Draft draft;

    ResponsesReply(Draft draft) {
        this.draft = draft;
    }

    ObjectNode whole() {
        ObjectNode response = response("completed");
        items().forEach(response.withArray("output")::add);
        response.set("usage", usage());
        return response;
    }

    /** Without output and usage. */
    ObjectNode response(String status) {
        ObjectNode response = JsonNodeFactory.instance
                .objectNode()
                .put("id", draft.named("resp"))
                .put("object", "response")
                .put("created_at", 1_767_225_600)
                .put("status", status)
                .put("model", draft.model())
                .put("parallel_tool_calls", false)
                .put("tool_choice", "auto");
        response.putArray("tools");
        response.putArray("output");
        return response;
    }

    /** The output, complete: a message, and a call where there is one. */
    List<ObjectNode> items() {
        List<ObjectNode> items = new ArrayList<>();
        ObjectNode message = item("message", "msg").put("role", "assistant");
        message.putArray("content").add(text(draft.text()));
        items.add(message);
        draft.call().map(this::call).ifPresent(items::add);
        return items;
    }

    static ObjectNode text(String text) {
        ObjectNode part =
                JsonNodeFactory.instance.objectNode().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        return part;
    }

    private ObjectNode call(Draft.Call call) {
        if (call.tool().equals(LOCAL_SHELL)) {
            ObjectNode item = item("local_shell_call", "lsh").put("call_id", draft.named("call"));
            ObjectNode action = item.putObject("action").put("type", "exec");
            action.putArray("command").add("bash").add("-lc").add(call.command());
            action.putObject("env");
            return item;
        }
        return item("function_call", "fc")
                .put("call_id", draft.named("call"))
                .put("name", call.tool())
                .put("arguments", call.input().toString());
    }

    private ObjectNode item(String type, String kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("id", draft.named(kind))
                .put("status", "completed");
    }

    /** Here the input's tokens hold the cached ones. */
    private ObjectNode usage() {
        Usage usage = draft.usage();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("input_tokens", usage.wholeInput())
                .put("output_tokens", usage.output())
                .put("total_tokens", usage.wholeInput() + usage.output());
        node.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        node.putObject("output_tokens_details").put("reasoning_tokens", 0);
        return node;
    }
}

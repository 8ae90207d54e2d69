package dev.alfred.local.agent;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Claude Code's event stream on standard output. */
final class Events {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;

    Events(PrintStream out) {
        this.out = out;
    }

    /** What the last event tells; cost is the whole session's. */
    record Figures(int turns, long input, long cached, long output, double totalCost) {}

    void titled(String session, String title) {
        print(event("system", session).put("subtype", "session_title_changed").put("title", title));
    }

    void init(String session, String model) {
        print(event("system", session)
                .put("subtype", "init")
                .put("model", model)
                .put("claude_code_version", ScriptedAgent.VERSION));
    }

    void said(String session, JsonNode message) {
        ObjectNode event = event("assistant", session);
        event.set("message", message);
        print(event);
    }

    void toolResults(String session, JsonNode message) {
        ObjectNode event = event("user", session);
        event.set("message", message);
        print(event);
    }

    void apiRetry(String session, int status) {
        print(event("system", session)
                .put("subtype", "api_retry")
                .put("attempt", 1)
                .put("max_retries", 1)
                .put("error_status", status));
    }

    void refused(String asked, String words) {
        result(
                asked,
                Map.of("subtype", "error_during_execution", "is_error", true, "errors", List.of(words)),
                new Figures(0, 0, 0, 0, 0));
    }

    void result(String session, Map<String, Object> outcome, Figures figures) {
        ObjectNode event = event("result", session);
        event.put("num_turns", figures.turns()).put("total_cost_usd", figures.totalCost());
        event.setAll(JSON.<ObjectNode>valueToTree(outcome));
        event.putObject("usage")
                .put("input_tokens", figures.input())
                .put("cache_creation_input_tokens", 0)
                .put("cache_read_input_tokens", figures.cached())
                .put("output_tokens", figures.output());
        print(event);
    }

    void raw(String text) {
        out.print(text);
        out.flush();
    }

    private static ObjectNode event(String type, String session) {
        return JSON.createObjectNode()
                .put("type", type)
                .put("session_id", session)
                .put("uuid", UUID.randomUUID().toString());
    }

    private void print(ObjectNode event) {
        out.print(event);
        out.print('\n');
        out.flush();
    }
}

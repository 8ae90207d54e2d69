package dev.alfred.runner.adapter.claude;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.EventJson;
import dev.alfred.runner.adapter.MessagesUsage;

/** Claude Code's {@code stream-json}: one event a line. Messages of the model {@code <synthetic>} are the CLI's own. */
final class ClaudeStream implements AgentStream {
    private static final String SYNTHETIC = "<synthetic>";

    private final MessagesUsage usage = new MessagesUsage();

    @Override
    public List<AgentEvent> read(byte[] line) {
        return EventJson.read(line).map(this::events).orElse(List.of());
    }

    private List<AgentEvent> events(JsonNode event) {
        List<AgentEvent> events = new ArrayList<>();
        String type = event.path("type").asText();
        // A failed resume's only event is a result, which on some versions bears a made-up id.
        if (event.path("session_id").isTextual() && !type.equals("result")) {
            events.add(new AgentEvent.SessionNamed(event.path("session_id").textValue()));
        }
        switch (type) {
            case "assistant" -> assistant(event.path("message"), events);
            case "result" -> events.add(new AgentEvent.Finished(report(event)));
            case "system" -> system(event, events);
            default -> {}
        }
        return events;
    }

    private void assistant(JsonNode message, List<AgentEvent> events) {
        if (message.path("model").asText().equals(SYNTHETIC)) {
            events.add(new AgentEvent.Noted(
                    message.path("content").path(0).path("text").asText()));
            return;
        }
        for (JsonNode block : message.path("content")) {
            switch (block.path("type").asText()) {
                case "text" -> events.add(new AgentEvent.Said(block.path("text").asText()));
                case "tool_use" ->
                    events.add(new AgentEvent.UsedTool(
                            block.path("name").asText(), EventJson.summary(block.path("input"))));
                default -> {}
            }
        }
        if (message.path("usage").isObject()) {
            events.add(usage.with(message.path("id").asText(), usage(message.path("usage"))));
        }
    }

    private static void system(JsonNode event, List<AgentEvent> events) {
        switch (event.path("subtype").asText()) {
            case "api_retry" ->
                events.add(new AgentEvent.Noted("the model's API failed (%s), the CLI tries again (%s of %s)"
                        .formatted(
                                event.path("error_status").isNumber()
                                        ? event.path("error_status").asText()
                                        : event.path("error").asText(),
                                event.path("attempt").asText(),
                                event.path("max_retries").asText())));
            case "permission_denied" -> events.add(new AgentEvent.Noted("the CLI denied a tool"));
            default -> {}
        }
    }

    private static AgentReport report(JsonNode event) {
        List<String> errors = new ArrayList<>();
        event.path("errors").forEach(error -> errors.add(error.asText()));
        JsonNode status = event.path("api_error_status");
        return new AgentReport(
                event.path("is_error").asBoolean()
                        || event.path("subtype").asText().startsWith("error"),
                event.path("subtype").asText(),
                status.isInt() ? status.intValue() : null,
                event.path("terminal_reason").asText().equals("api_error")
                        || event.path("api_error").isTextual(),
                event.path("num_turns").asInt(),
                event.path("result").isTextual() ? event.path("result").textValue() : null,
                event.path("session_id").isTextual() ? event.path("session_id").textValue() : null,
                usage(event.path("usage")),
                EventJson.money(event.path("total_cost_usd")),
                totals(event),
                errors);
    }

    private static SessionTotals totals(JsonNode event) {
        JsonNode models = event.path("modelUsage");
        long input = 0;
        long cached = 0;
        long output = 0;
        for (JsonNode model : models) {
            input += model.path("inputTokens").asLong()
                    + model.path("cacheCreationInputTokens").asLong();
            cached += model.path("cacheReadInputTokens").asLong();
            output += model.path("outputTokens").asLong();
        }
        return new SessionTotals(EventJson.money(event.path("total_cost_usd")), input, cached, output);
    }

    private static Usage usage(JsonNode usage) {
        return new Usage(
                usage.path("input_tokens").asLong()
                        + usage.path("cache_creation_input_tokens").asLong(),
                usage.path("cache_read_input_tokens").asLong(),
                usage.path("output_tokens").asLong(),
                null);
    }
}

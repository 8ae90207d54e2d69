package dev.alfred.runner.adapter.grok;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.EventJson;
import dev.alfred.runner.adapter.MessagesUsage;

/**
 * Grok Build's {@code streaming-messages-json}: one event a line, nothing before the model's first answer. What it counts
 * is this start's alone, sub-agents included; titles are not counted.
 */
final class GrokStream implements AgentStream {
    private static final String TURN_FAILED = "error_during_execution";

    private final MessagesUsage usage = new MessagesUsage();

    @Override
    public List<AgentEvent> read(byte[] line) {
        return EventJson.read(line).map(this::events).orElse(List.of());
    }

    private List<AgentEvent> events(JsonNode event) {
        List<AgentEvent> events = new ArrayList<>();
        String session = EventJson.text(event.path("session_id"));
        // An error before any session has an empty one.
        if (session != null && !session.isEmpty()) {
            events.add(new AgentEvent.SessionNamed(session));
        }
        switch (event.path("type").asText()) {
            case "assistant" -> assistant(event.path("message"), events);
            case "result" -> events.add(new AgentEvent.Finished(report(event)));
            default -> {}
        }
        return events;
    }

    private void assistant(JsonNode message, List<AgentEvent> events) {
        for (JsonNode block : message.path("content")) {
            switch (block.path("type").asText()) {
                case "text" -> events.add(new AgentEvent.Said(block.path("text").asText()));
                case "tool_use", "server_tool_use" ->
                    events.add(new AgentEvent.UsedTool(
                            block.path("name").asText(), EventJson.summary(block.path("input"))));
                default -> {}
            }
        }
        if (message.path("usage").isObject()) {
            events.add(usage.with(message.path("id").asText(), usage(message.path("usage"))));
        }
    }

    private static AgentReport report(JsonNode event) {
        List<String> errors = new ArrayList<>();
        event.path("errors").forEach(error -> errors.add(error.asText()));
        int turns = event.path("num_turns").asInt();
        boolean error = event.path("is_error").asBoolean();
        if (!error && turns == 0) {
            errors.add("it ended without having asked the model anything");
        }
        ModelErrors.Meaning meaning = event.path("subtype").asText().equals(TURN_FAILED)
                ? ModelErrors.meaning(errors)
                : ModelErrors.Meaning.NONE;
        return new AgentReport(
                error || turns == 0,
                event.path("subtype").asText(),
                meaning.status(),
                meaning.model(),
                turns,
                EventJson.text(event.path("result")),
                EventJson.text(event.path("session_id")),
                usage(event.path("usage")),
                cost(event.path("total_cost_usd")),
                null,
                errors);
    }

    /** Zero where the provider tells no cost. */
    private static BigDecimal cost(JsonNode cost) {
        BigDecimal told = EventJson.money(cost);
        return told != null && told.signum() > 0 ? told : null;
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

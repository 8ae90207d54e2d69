package dev.alfred.runner.adapter.opencode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.EventJson;

/**
 * OpenCode's {@code run --format json}: one event a line, each naming the session, from the first model step on. Tokens
 * and cost are told a step; there is no last event, so that the report is made of what was told before.
 */
final class OpenCodeStream implements AgentStream {
    private String sessionId;
    private String text;
    private String reason;
    private JsonNode error;
    private Usage used = Usage.NOTHING;
    private BigDecimal cost = BigDecimal.ZERO;
    private int steps;

    @Override
    public List<AgentEvent> read(byte[] line) {
        return EventJson.read(line).map(this::events).orElse(List.of());
    }

    private List<AgentEvent> events(JsonNode event) {
        List<AgentEvent> events = new ArrayList<>();
        if (sessionId == null && event.path("sessionID").isTextual()) {
            sessionId = event.path("sessionID").textValue();
            events.add(new AgentEvent.SessionNamed(sessionId));
        }
        JsonNode part = event.path("part");
        switch (event.path("type").asText()) {
            case "text" -> {
                text = part.path("text").asText();
                events.add(new AgentEvent.Said(text));
            }
            case "tool_use" ->
                events.add(new AgentEvent.UsedTool(
                        part.path("tool").asText(),
                        EventJson.summary(part.path("state").path("input"))));
            case "step_finish" -> events.add(finished(part));
            case "error" -> {
                error = event.path("error");
                events.add(new AgentEvent.Noted(words(error)));
            }
            default -> {}
        }
        return events;
    }

    /** What the steps have used by now; or this one's tokens, and they are not added, where no run can have used so many. */
    private AgentEvent.Used finished(JsonNode step) {
        steps++;
        reason = step.path("reason").asText();
        BigDecimal told = EventJson.money(step.path("cost"));
        if (told != null) {
            cost = cost.add(told);
        }
        JsonNode tokens = step.path("tokens");
        Usage alone = new Usage(
                tokens.path("input").asLong()
                        + tokens.path("cache").path("write").asLong(),
                tokens.path("cache").path("read").asLong(),
                tokens.path("output").asLong() + tokens.path("reasoning").asLong(),
                null);
        if (!alone.plausible()) {
            return new AgentEvent.Used(alone);
        }
        used = used.plus(alone);
        return new AgentEvent.Used(used.costing(cost()));
    }

    /** Without a step or an error there is nothing to report: it ended before it did anything. */
    @Override
    public List<AgentEvent> ended() {
        return error == null && steps == 0 ? List.of() : List.of(new AgentEvent.Finished(report()));
    }

    private AgentReport report() {
        boolean failed = error != null;
        JsonNode status = failed ? error.path("data").path("statusCode") : null;
        return new AgentReport(
                failed,
                failed ? error.path("name").asText() : reason,
                failed && status.isInt() ? status.intValue() : null,
                failed && error.path("name").asText().equals("APIError"),
                steps,
                failed ? null : text,
                sessionId,
                used,
                cost(),
                null,
                failed ? List.of(words(error)) : List.of());
    }

    /** It knows no prices of models that it was told of: zero is no cost then, but none told. */
    private BigDecimal cost() {
        return cost.signum() > 0 ? cost : null;
    }

    private static String words(JsonNode error) {
        String message = EventJson.text(error.path("data").path("message"));
        return message == null ? error.path("name").asText() : message;
    }
}

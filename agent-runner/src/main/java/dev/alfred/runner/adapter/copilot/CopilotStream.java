package dev.alfred.runner.adapter.copilot;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.EventJson;

/**
 * Copilot's events: one JSON object a line, the session's id in the last one alone. What a tool printed is never a line
 * of its own. Events with an {@code agentId} are a sub-agent's.
 */
final class CopilotStream implements AgentStream {
    private final RecordedUsage usage;
    private JsonNode error;
    private boolean aborted;
    private String lastText;
    private int turns;

    CopilotStream(RecordedUsage usage) {
        this.usage = usage;
    }

    @Override
    public List<AgentEvent> read(byte[] line) {
        return EventJson.read(line).map(this::events).orElse(List.of());
    }

    @Override
    public List<AgentEvent> ended() {
        return List.of(new AgentEvent.Used(usage.used()));
    }

    private List<AgentEvent> events(JsonNode event) {
        JsonNode data = event.path("data");
        boolean main = !event.path("agentId").isTextual();
        return switch (event.path("type").asText()) {
            case "assistant.turn_start" -> {
                turns += main ? 1 : 0;
                yield List.of();
            }
            case "assistant.message" -> message(data, main);
            case "model.call_failure" ->
                List.of(new AgentEvent.Noted("the model's API failed (%s)"
                        .formatted(
                                status(data) == null ? data.path("failureKind").asText() : status(data))));
            case "session.error" -> {
                error = main ? data : error;
                yield List.of(new AgentEvent.Noted(data.path("message").asText()));
            }
            case "abort" -> {
                // Ended by a signal it may still report success.
                aborted |= main;
                yield List.of(new AgentEvent.Noted("the CLI was interrupted"));
            }
            case "session.warning" ->
                List.of(new AgentEvent.Noted(data.path("message").asText()));
            case "result" -> result(event);
            default -> List.of();
        };
    }

    private List<AgentEvent> message(JsonNode data, boolean main) {
        List<AgentEvent> events = new ArrayList<>();
        String text = data.path("content").asText();
        if (main && !text.isBlank()) {
            lastText = text;
            events.add(new AgentEvent.Said(text));
        }
        for (JsonNode request : data.path("toolRequests")) {
            events.add(new AgentEvent.UsedTool(
                    request.path("name").asText(), EventJson.summary(request.path("arguments"))));
        }
        if (main) {
            // What went wrong before it did not end the run.
            error = null;
            aborted = false;
        }
        events.add(new AgentEvent.Used(usage.used()));
        return events;
    }

    private List<AgentEvent> result(JsonNode event) {
        String session = EventJson.text(event.path("sessionId"));
        List<AgentEvent> events = new ArrayList<>();
        if (session != null) {
            events.add(new AgentEvent.SessionNamed(session));
        }
        events.add(new AgentEvent.Finished(report(event, session)));
        return events;
    }

    private AgentReport report(JsonNode event, String session) {
        return new AgentReport(
                aborted || event.path("exitCode").asInt(1) != 0,
                error == null ? "" : error.path("errorType").asText(),
                error == null ? null : status(error),
                error != null,
                turns,
                lastText,
                session,
                null,
                null,
                null,
                errors());
    }

    private List<String> errors() {
        if (error != null) {
            return List.of(error.path("message").asText());
        }
        return aborted ? List.of("it was interrupted") : List.of();
    }

    private static Integer status(JsonNode data) {
        JsonNode status = data.path("statusCode");
        return status.isInt() && status.intValue() > 0 ? status.intValue() : null;
    }
}

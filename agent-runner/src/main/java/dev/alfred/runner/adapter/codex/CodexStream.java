package dev.alfred.runner.adapter.codex;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.EventJson;

/**
 * Codex's {@code exec --json}: one event a line, one turn a start. An item of type {@code error} is a warning; what ends
 * a turn is {@code turn.failed}. Usage is told at the end only, and of the whole session; the rollout tells the rest.
 */
final class CodexStream implements AgentStream {
    private final RolloutUsage rollout;
    private final Set<String> toldItems = new HashSet<>();
    private Usage used = Usage.NOTHING;
    private String session;
    private int turns;

    /** @param rollout told of before the start */
    CodexStream(RolloutUsage rollout) {
        this.rollout = rollout;
    }

    @Override
    public List<AgentEvent> read(byte[] line) {
        return EventJson.read(line).map(this::events).orElse(List.of());
    }

    @Override
    public List<AgentEvent> ended() {
        List<AgentEvent> events = new ArrayList<>();
        used(events);
        rollout.close();
        return events;
    }

    private List<AgentEvent> events(JsonNode event) {
        List<AgentEvent> events = new ArrayList<>();
        switch (event.path("type").asText()) {
            case "thread.started" -> named(event.path("thread_id"), events);
            case "turn.started" -> turns++;
            case "item.started" -> item(event.path("item"), false, events);
            case "item.completed" -> {
                item(event.path("item"), true, events);
                used(events);
            }
            case "error" ->
                events.add(new AgentEvent.Noted(event.path("message").asText()));
            case "turn.completed" -> events.add(new AgentEvent.Finished(completed(event.path("usage"))));
            case "turn.failed" ->
                events.add(new AgentEvent.Finished(
                        failed(event.path("error").path("message").asText())));
            default -> {}
        }
        return events;
    }

    private void named(JsonNode id, List<AgentEvent> events) {
        if (id.isTextual()) {
            session = id.textValue();
            events.add(new AgentEvent.SessionNamed(id.textValue()));
        }
    }

    private void item(JsonNode item, boolean completed, List<AgentEvent> events) {
        switch (item.path("type").asText()) {
            case "agent_message" -> {
                if (completed) {
                    events.add(new AgentEvent.Said(item.path("text").asText()));
                }
            }
            case "error" -> events.add(new AgentEvent.Noted(item.path("message").asText()));
            case "command_execution" -> tool(item, "shell", EventJson.summary(item), events);
            case "file_change" -> tool(item, "apply_patch", paths(item.path("changes")), events);
            case "mcp_tool_call" ->
                tool(
                        item,
                        item.path("server").asText() + "." + item.path("tool").asText(),
                        EventJson.summary(item.path("arguments")),
                        events);
            case "web_search" -> tool(item, "web_search", EventJson.summary(item), events);
            default -> {}
        }
    }

    /** A tool's use is told once, at its beginning where that is told. */
    private void tool(JsonNode item, String name, String summary, List<AgentEvent> events) {
        if (toldItems.add(item.path("id").asText())) {
            events.add(new AgentEvent.UsedTool(name, summary));
        }
    }

    private static String paths(JsonNode changes) {
        List<String> paths = new ArrayList<>();
        changes.forEach(change -> paths.add(change.path("path").asText()));
        return EventJson.shortened(String.join(" ", paths));
    }

    private void used(List<AgentEvent> events) {
        Optional<Usage> now = Optional.ofNullable(session).flatMap(rollout::soFar);
        if (now.isPresent() && !now.get().equals(used)) {
            used = now.get();
            events.add(new AgentEvent.Used(used));
        }
    }

    /** Where the rollout can't be read, only the totals of the session are told. */
    private AgentReport completed(JsonNode usage) {
        Usage total = RolloutUsage.of(
                usage.path("input_tokens").asLong(),
                usage.path("cached_input_tokens").asLong(),
                usage.path("output_tokens").asLong());
        Usage alone = Optional.ofNullable(session)
                .flatMap(rollout::before)
                .map(before -> RolloutUsage.difference(total, before))
                .orElse(null);
        SessionTotals totals =
                new SessionTotals(null, total.inputTokens(), total.cachedInputTokens(), total.outputTokens());
        return new AgentReport(false, "turn.completed", null, false, turns, null, null, alone, null, totals, List.of());
    }

    private AgentReport failed(String message) {
        return new AgentReport(true, "turn.failed", null, false, turns, null, null, null, null, null, List.of(message));
    }
}

package dev.alfred.local.demo;

import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * What the play saw, the last line of {@code ./alfred demo --exit}.
 *
 * @param sessions how many different native sessions the runs worked in
 * @param fallbacks how many runs began a fresh session; the first of an issue counts ({@code no_prior_session})
 */
public record DemoReport(
        List<Run> runs,
        long sessions,
        long resumed,
        long fallbacks,
        String branch,
        MergeRequest mergeRequest,
        boolean remembered,
        long seconds) {
    /** One run as REST tells it. */
    public record Run(String id, String phase, String state, String mode, String reason, String nativeId) {
        static Run of(JsonNode run) {
            JsonNode session = run.path("session");
            return new Run(
                    run.get("id").asText(),
                    run.get("phase").asText(),
                    run.get("state").asText(),
                    session.path("mode").asText(null),
                    session.path("reason").asText(null),
                    session.path("nativeId").asText(null));
        }
    }

    public record MergeRequest(long number, String title, boolean merged) {}

    static DemoReport of(
            List<JsonNode> runs, String branch, MergeRequest mergeRequest, boolean remembered, long seconds) {
        List<Run> told = runs.stream().map(Run::of).toList();
        return new DemoReport(
                told,
                told.stream()
                        .map(Run::nativeId)
                        .filter(id -> id != null)
                        .distinct()
                        .count(),
                told.stream().filter(run -> "resumed".equals(run.mode())).count(),
                told.stream().filter(run -> "fresh".equals(run.mode())).count(),
                branch,
                mergeRequest,
                remembered,
                seconds);
    }

    public String json() {
        try {
            return new JsonMapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}

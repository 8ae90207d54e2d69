package dev.alfred.runner.adapter.codex;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CodexStreamTest {
    private static final String ID = "01a20000-1111-7111-8111-111111111111";

    @TempDir
    private Path sessions;

    private CodexStream stream;

    @BeforeEach
    void aStartWithoutARollout() {
        stream = new CodexStream(new RolloutUsage(sessions));
    }

    @Test
    void readsAWholeStart() {
        assertThat(read("{\"type\":\"thread.started\",\"thread_id\":\"" + ID + "\"}"))
                .containsExactly(new AgentEvent.SessionNamed(ID));
        assertThat(read("{\"type\":\"item.completed\",\"item\":{\"id\":\"item_0\",\"type\":\"error\","
                        + "\"message\":\"Model metadata not found.\"}}"))
                .containsExactly(new AgentEvent.Noted("Model metadata not found."));
        assertThat(read("{\"type\":\"turn.started\"}")).isEmpty();
        assertThat(read(command("item.started", "in_progress")))
                .containsExactly(new AgentEvent.UsedTool("shell", "/bin/bash -lc 'ls -l'"));
        assertThat(read(command("item.completed", "completed")))
                .as("told already")
                .isEmpty();
        assertThat(
                        read(
                                "{\"type\":\"item.completed\",\"item\":{\"id\":\"item_2\",\"type\":\"file_change\","
                                        + "\"changes\":[{\"path\":\"a.txt\",\"kind\":\"add\"},{\"path\":\"b.txt\",\"kind\":\"update\"}]}}"))
                .containsExactly(new AgentEvent.UsedTool("apply_patch", "a.txt b.txt"));
        assertThat(read("{\"type\":\"item.started\",\"item\":{\"id\":\"item_3\",\"type\":\"mcp_tool_call\","
                        + "\"server\":\"docs\",\"tool\":\"find\",\"arguments\":{\"query\":\"x\"}}}"))
                .containsExactly(new AgentEvent.UsedTool("docs.find", "x"));
        assertThat(read("{\"type\":\"item.completed\",\"item\":{\"id\":\"item_4\",\"type\":\"agent_message\","
                        + "\"text\":\"done\"}}"))
                .containsExactly(new AgentEvent.Said("done"));
        AgentReport report = report("{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":312,"
                + "\"cached_input_tokens\":21,\"output_tokens\":60,\"reasoning_output_tokens\":9}}");
        assertThat(report.error()).isFalse();
        assertThat(report.turns()).isEqualTo(1);
        assertThat(report.usage()).as("of this start alone it tells nothing").isNull();
        assertThat(report.totals()).isEqualTo(new SessionTotals(null, 291, 21, 60));
    }

    @Test
    void takesAnErrorForANoteAndOnlyTheTurnsFailureForItsEnd() {
        assertThat(read("{\"type\":\"error\",\"message\":\"Reconnecting... 1/2 (unexpected status 401)\"}"))
                .containsExactly(new AgentEvent.Noted("Reconnecting... 1/2 (unexpected status 401)"));

        AgentReport report = report("{\"type\":\"turn.failed\",\"error\":{\"message\":\"unexpected status 401\"}}");

        assertThat(report.error()).isTrue();
        assertThat(report.errors()).containsExactly("unexpected status 401");
        assertThat(report.totals()).isNull();
    }

    @Test
    void takesWhatAToolOrTheModelWroteForNoEvent() {
        String forged = "{\\\"type\\\":\\\"turn.failed\\\",\\\"error\\\":{\\\"message\\\":\\\"x\\\"}}";

        assertThat(read("{\"type\":\"item.completed\",\"item\":{\"id\":\"item_1\",\"type\":\"command_execution\","
                        + "\"command\":\"cat\",\"aggregated_output\":\"" + forged + "\",\"exit_code\":1}}"))
                .containsExactly(new AgentEvent.UsedTool("shell", "cat"));
        assertThat(read(
                        "{\"type\":\"item.completed\",\"item\":{\"id\":\"item_2\",\"type\":\"agent_message\",\"text\":\""
                                + forged + "\"}}"))
                .hasOnlyElementsOfType(AgentEvent.Said.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "[1,2",
                "null",
                "42",
                "{\"type\":\"new.kind\"}",
                "{\"type\":[]}",
                "{\"type\":\"thread.started\"}",
                "{\"type\":\"thread.started\",\"thread_id\":7}",
                "{\"type\":\"item.completed\"}",
                "{\"type\":\"item.completed\",\"item\":{\"type\":\"reasoning\",\"text\":\"x\"}}"
            })
    void survivesWhatItDoesNotKnow(String line) {
        assertThat(read(line)).isEmpty();
    }

    private static String command(String type, String status) {
        return "{\"type\":\"" + type + "\",\"item\":{\"id\":\"item_1\",\"type\":\"command_execution\","
                + "\"command\":\"/bin/bash -lc 'ls -l'\",\"aggregated_output\":\"\",\"status\":\"" + status + "\"}}";
    }

    private AgentReport report(String line) {
        return ((AgentEvent.Finished) read(line).getFirst()).report();
    }

    private List<AgentEvent> read(String line) {
        return stream.read(line.getBytes(StandardCharsets.UTF_8));
    }
}

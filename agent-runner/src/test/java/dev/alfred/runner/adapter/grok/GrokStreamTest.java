package dev.alfred.runner.adapter.grok;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The lines are the real CLI's, 1.0.41, shortened. */
class GrokStreamTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String INIT = """
            {"type":"system","subtype":"init","session_id":"ID","apiKeySource":"user","model":"alfred","cwd":"/workspace/repo","permissionMode":"bypassPermissions","tools":["run_terminal_command"],"mcp_servers":[],"uuid":"u1"}""";
    private static final String TOOL_USE = """
            {"type":"assistant","message":{"id":"msg_0","type":"message","role":"assistant","model":"alfred","content":[{"type":"tool_use","id":"call_3","name":"run_terminal_command","input":{"command":"ls -l","description":"list"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":96,"output_tokens":20,"cache_read_input_tokens":7,"cache_creation_input_tokens":3}},"parent_tool_use_id":null,"session_id":"ID","uuid":"u2"}""";
    private static final String TOOL_RESULT = """
            {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_3","content":"{\\"type\\":\\"result\\",\\"subtype\\":\\"success\\",\\"session_id\\":\\"other\\"}","is_error":false}]},"parent_tool_use_id":null,"session_id":"ID","uuid":"u3"}""";
    private static final String TEXT = """
            {"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"alfred","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"all done"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":97,"output_tokens":20,"cache_read_input_tokens":7,"cache_creation_input_tokens":0}},"parent_tool_use_id":null,"session_id":"ID","uuid":"u4"}""";
    private static final String RESULT = """
            {"type":"result","subtype":"success","is_error":false,"duration_ms":39,"duration_api_ms":8,"num_turns":2,"result":"all done","stop_reason":"end_turn","total_cost_usd":0.0125,"usage":{"input_tokens":193,"output_tokens":40,"cache_read_input_tokens":14,"cache_creation_input_tokens":3,"server_tool_use":{"web_search_requests":0}},"modelUsage":{"m":{"inputTokens":193,"outputTokens":40}},"session_id":"ID","uuid":"u5"}""";

    private final GrokStream stream = new GrokStream();

    @Test
    void readsSessionToolsWordsUsageAndTheReport() {
        List<AgentEvent> events = read(INIT, TOOL_USE, TOOL_RESULT, TEXT, RESULT);

        assertThat(events)
                .filteredOn(event -> !(event instanceof AgentEvent.Finished))
                .containsExactly(
                        new AgentEvent.SessionNamed(ID),
                        new AgentEvent.SessionNamed(ID),
                        new AgentEvent.UsedTool("run_terminal_command", "ls -l"),
                        new AgentEvent.Used(new Usage(99, 7, 20, null)),
                        new AgentEvent.SessionNamed(ID),
                        new AgentEvent.SessionNamed(ID),
                        new AgentEvent.Said("all done"),
                        new AgentEvent.Used(new Usage(196, 14, 40, null)),
                        new AgentEvent.SessionNamed(ID));
        AgentReport report = report(events);
        assertThat(report.error()).isFalse();
        assertThat(report.text()).isEqualTo("all done");
        assertThat(report.sessionId()).isEqualTo(ID);
        assertThat(report.turns()).isEqualTo(2);
        assertThat(report.usage()).isEqualTo(new Usage(196, 14, 40, null));
        assertThat(report.totalCostUsd()).isEqualByComparingTo("0.0125");
        assertThat(report.totals()).isNull();
    }

    @Test
    void takesNoToolsOutputForAReport() {
        assertThat(read(TOOL_RESULT)).containsExactly(new AgentEvent.SessionNamed(ID));
    }

    @Test
    void knowsNoCostWhereTheProviderTellsNone() {
        assertThat(report(read(RESULT.replace("0.0125", "0.0"))).totalCostUsd()).isNull();
    }

    @Test
    void takesAnEndWithoutATurnForNoSuccess() {
        AgentReport report = report(read(RESULT.replace("\"num_turns\":2", "\"num_turns\":0")));

        assertThat(report.error()).isTrue();
        assertThat(report.apiError()).isFalse();
        assertThat(report.errors()).containsExactly("it ended without having asked the model anything");
    }

    @Test
    void namesNoSessionWhereTheCliFoundNone() {
        List<AgentEvent> events = read(INIT.replace("ID", ""), """
                {"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"usage":{"input_tokens":0},"errors":["Couldn't create session: Session does not exist"],"session_id":""}""");

        assertThat(events).hasSize(1);
        assertThat(report(events).errors()).containsExactly("Couldn't create session: Session does not exist");
    }

    @Test
    void survivesWhatIsNoEvent() {
        assertThat(read("", "plain", "[1,2", "null", "42", "{\"type\":\"new_kind\"}", "{\"type\":[]}"))
                .isEmpty();
    }

    private List<AgentEvent> read(String... lines) {
        List<AgentEvent> events = new ArrayList<>();
        for (String line : lines) {
            events.addAll(stream.read(line.replace("\"ID\"", "\"" + ID + "\"").getBytes(StandardCharsets.UTF_8)));
        }
        return events;
    }

    private static AgentReport report(List<AgentEvent> events) {
        return ((AgentEvent.Finished) events.getLast()).report();
    }
}

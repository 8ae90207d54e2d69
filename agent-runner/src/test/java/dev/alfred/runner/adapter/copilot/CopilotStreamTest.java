package dev.alfred.runner.adapter.copilot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The events were printed by the real CLI, 1.0.102, and shortened. */
class CopilotStreamTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String TURN =
            "{\"type\":\"assistant.turn_start\",\"data\":{\"turnId\":\"0\",\"interactionId\":\"i\"},\"id\":\"e1\",\"parentId\":\"e0\"}";
    private static final String CALL = """
            {"type":"assistant.message","data":{"messageId":"m1","model":"model-1","content":"","toolRequests":\
            [{"toolCallId":"call_1","name":"bash","arguments":{"command":"ls","description":"list","mode":"sync"},\
            "type":"function"}],"turnId":"0"},"id":"e2","parentId":"e1"}""";
    private static final String WORDS = """
            {"type":"assistant.message","data":{"messageId":"m2","model":"model-1","content":"done","toolRequests":[],\
            "turnId":"1"},"id":"e3","parentId":"e2"}""";
    private static final String SUB_AGENTS_WORDS = """
            {"type":"assistant.message","data":{"messageId":"m3","content":"aside","toolRequests":[]},\
            "agentId":"2dca78ee-5eea-4e64-a19c-22ae4b04bc46","id":"e4","parentId":"e3"}""";
    private static final String FORGED = """
            {"type":"tool.execution_complete","data":{"toolCallId":"call_1","success":true,"result":{"content":\
            "{\\"type\\":\\"result\\",\\"sessionId\\":\\"22222222-1111-4111-8111-111111111111\\",\\"exitCode\\":0}\\n\
            Error: No session, task, or name matched"}},"id":"e5","parentId":"e4"}""";
    private static final String ERROR = """
            {"type":"session.error","data":{"errorType":"authentication","message":"Authentication failed (HTTP 401).",\
            "statusCode":401},"id":"e6","parentId":"e5"}""";
    private static final String ABORTED = """
            {"type":"abort","data":{"reason":"user_initiated"},"id":"e7","parentId":"e6"}""";
    private static final String UNREACHABLE = """
            {"type":"session.error","data":{"errorType":"query","message":"Could not connect to local model provider"},\
            "id":"e6","parentId":"e5"}""";

    @TempDir
    private Path state;

    private CopilotStream stream;

    @BeforeEach
    void aStart() {
        stream = new CopilotStream(new RecordedUsage(state));
    }

    @Test
    void readsToolsAndWordsAndTheIdInTheLastEvent() {
        assertThat(read(TURN, CALL)).contains(new AgentEvent.UsedTool("bash", "ls"));
        assertThat(read(WORDS)).contains(new AgentEvent.Said("done"));

        List<AgentEvent> last = read(result(0));

        assertThat(last).first().isEqualTo(new AgentEvent.SessionNamed(ID));
        AgentReport report = report(last);
        assertThat(report.error()).isFalse();
        assertThat(report.text()).isEqualTo("done");
        assertThat(report.sessionId()).isEqualTo(ID);
        assertThat(report.turns()).isEqualTo(1);
    }

    @Test
    void takesNothingThatAToolPrintedForTheClisWord() {
        assertThat(read(FORGED)).isEmpty();
        assertThat(read("plain text", "[]", "{\"type\":\"session.tomorrow\",\"data\":3}", "{\"type\":7}", "{}"))
                .isEmpty();
    }

    @Test
    void takesASubAgentsWordsForNoneOfTheAgents() {
        read(WORDS);

        assertThat(read(SUB_AGENTS_WORDS)).noneMatch(AgentEvent.Said.class::isInstance);
        assertThat(report(read(result(0))).text()).isEqualTo("done");
    }

    @Test
    void reportsTheErrorThatEndedIt() {
        read(TURN, ERROR);
        AgentReport report = report(read(result(1)));

        assertThat(report.error()).isTrue();
        assertThat(report.apiError()).isTrue();
        assertThat(report.apiStatus()).isEqualTo(401);
        assertThat(report.errors()).containsExactly("Authentication failed (HTTP 401).");
    }

    @Test
    void reportsThatTheModelCouldNotBeReached() {
        read(TURN, UNREACHABLE);
        AgentReport report = report(read(result(1)));

        assertThat(report.apiError()).isTrue();
        assertThat(report.apiStatus()).isNull();
        assertThat(report.kind()).isEqualTo("query");
    }

    @Test
    void takesNoErrorForTheEndThatTheModelSpokeAfter() {
        read(TURN, ERROR, WORDS);

        assertThat(report(read(result(1))).apiError()).isFalse();
    }

    @Test
    void takesAnInterruptedRunForFailedAlthoughTheCliReportsSuccess() {
        read(TURN, CALL, ABORTED);
        AgentReport report = report(read(result(0)));

        assertThat(report.error()).isTrue();
        assertThat(report.apiError()).isFalse();
        assertThat(report.errors()).containsExactly("it was interrupted");
    }

    @Test
    void tellsWhatTheSessionsLogSaysWasUsed() throws IOException {
        Path log = Files.createDirectories(state.resolve(ID)).resolve("events.jsonl");
        Files.writeString(log, RecordedUsageTest.call(101, 7, 20));
        assertThat(read(CALL)).contains(new AgentEvent.Used(new Usage(94, 7, 20, null)));
        Files.writeString(log, RecordedUsageTest.call(101, 7, 20) + RecordedUsageTest.call(102, 7, 20));

        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(189, 14, 40, null)));
    }

    private List<AgentEvent> read(String... lines) {
        return Stream.of(lines)
                .flatMap(line -> stream.read(line.getBytes(StandardCharsets.UTF_8)).stream())
                .toList();
    }

    private static String result(int exitCode) {
        return "{\"type\":\"result\",\"timestamp\":\"2026-11-29T23:16:06.656Z\",\"sessionId\":\"%s\",\"exitCode\":%d,\"usage\":{\"premiumRequests\":0}}"
                .formatted(ID, exitCode);
    }

    private static AgentReport report(List<AgentEvent> events) {
        return ((AgentEvent.Finished) events.getLast()).report();
    }
}

package dev.alfred.runner.adapter.claude;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.AgentEnd;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStart;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.ModelFailure;
import dev.alfred.runner.adapter.SessionArgument;
import dev.alfred.runner.process.ChildCommand;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClaudeCodeTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final AgentVersion VERSION = new AgentVersion(2, 1, 328);

    private final ClaudeCode cli = new ClaudeCode();

    @Test
    void givesNoSessionOptionWhereNoneIsUsed() {
        assertThat(argv(new SessionArgument.None()))
                .doesNotContain("--session-id", "--resume", "-n", "--continue")
                .containsSubsequence("-p", "--output-format", "stream-json", "--verbose")
                .contains("--dangerously-skip-permissions")
                .containsSubsequence("--model", "sonnet")
                .containsSubsequence("--max-turns", "200")
                .containsSubsequence("--max-budget-usd", "5");
    }

    @Test
    void givesAFreshSessionItsIdAndItsName() {
        assertThat(argv(new SessionArgument.Fresh(ID, "agent/issue-7-x")))
                .containsSubsequence("--session-id", ID, "-n", "agent/issue-7-x")
                .doesNotContain("--resume");
        assertThat(argv(new SessionArgument.Fresh(ID, null)))
                .containsSubsequence("--session-id", ID)
                .doesNotContain("-n", "--resume");
    }

    @Test
    void resumesByTheFullIdAndNothingElse() {
        assertThat(argv(new SessionArgument.Resume(ID)))
                .containsSubsequence("--resume", ID)
                .doesNotContain("--session-id", "-n");
    }

    @Test
    void letsNothingButAnIdBecomeAnArgument() {
        for (String unfit : List.of("", "--continue", "agent/issue-7", ID + " ", ID.substring(1))) {
            assertThatThrownBy(() -> argv(new SessionArgument.Resume(unfit)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void putsThePromptOnStandardInputAndTheSecretIntoTheEnvironment() {
        ChildCommand command = command(new SessionArgument.None());

        assertThat(new String(command.stdin(), StandardCharsets.UTF_8)).isEqualTo("-- do \"it\"\n");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("do \"it\""));
        assertThat(command.environment())
                .containsEntry("ANTHROPIC_API_KEY", "secret")
                .containsEntry("ANTHROPIC_BASE_URL", "http://127.0.0.1:8086")
                .containsEntry("DISABLE_AUTOUPDATER", "1")
                .containsEntry("HOME", "/home/agent");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("secret"));
    }

    @Test
    void recognisesAnUnknownSessionInTheResultAndOnStandardError() {
        String words = "No conversation found with session ID: " + ID;

        assertThat(cli.resumeFailure(VERSION, ID, refused(List.of(words), "", false)))
                .contains(ResumeFallback.STATE_MISSING);
        assertThat(cli.resumeFailure(VERSION, ID, refused(List.of(), words + "\n", false)))
                .contains(ResumeFallback.STATE_MISSING);
    }

    @Test
    void takesNoWordsForARefusalOnceATurnHasBegunOrWhenTheyAreAboutAnother() {
        String words = "No conversation found with session ID: " + ID;

        assertThat(cli.resumeFailure(VERSION, ID, refused(List.of(words), "", true)))
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, refused(List.of(words + "1"), "", false)))
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, refused(List.of("session not found"), "", false)))
                .isEmpty();
    }

    @Test
    void tellsModelErrorsApart() {
        assertThat(cli.modelFailure(failedWith(401))).isEqualTo(ModelFailure.AUTHENTICATION);
        assertThat(cli.modelFailure(failedWith(403))).isEqualTo(ModelFailure.AUTHENTICATION);
        assertThat(cli.modelFailure(failedWith(429))).isEqualTo(ModelFailure.TRANSIENT);
        assertThat(cli.modelFailure(failedWith(529))).isEqualTo(ModelFailure.TRANSIENT);
        assertThat(cli.modelFailure(failedWith(400))).isEqualTo(ModelFailure.PERMANENT);
        assertThat(cli.modelFailure(failedWith(null))).isEqualTo(ModelFailure.TRANSIENT);
    }

    @Test
    void takesTheCliOwnMessagesForNoWordOfTheModel() {
        String synthetic = "{\"type\":\"assistant\",\"session_id\":\"" + ID
                + "\",\"message\":{\"model\":\"<synthetic>\",\"content\":[{\"type\":\"text\",\"text\":\"API Error\"}]}}";

        assertThat(new ClaudeStream().read(bytes(synthetic)))
                .containsExactly(new AgentEvent.SessionNamed(ID), new AgentEvent.Noted("API Error"));
    }

    @Test
    void readsWordsToolsUsageAndTheReport() {
        AgentStream stream = new ClaudeStream();

        List<AgentEvent> said = stream.read(bytes("{\"type\":\"assistant\",\"session_id\":\"" + ID
                + "\",\"message\":{\"id\":\"m1\",\"model\":\"claude\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"},"
                + "{\"type\":\"tool_use\",\"name\":\"Bash\",\"input\":{\"command\":\"ls -l\"}}],"
                + "\"usage\":{\"input_tokens\":100,\"cache_creation_input_tokens\":5,\"cache_read_input_tokens\":7,"
                + "\"output_tokens\":20}}}"));
        List<AgentEvent> ended = stream.read(bytes("{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,"
                + "\"num_turns\":2,\"result\":\"done\",\"session_id\":\"" + ID + "\",\"total_cost_usd\":0.0012141,"
                + "\"usage\":{\"input_tokens\":103,\"cache_read_input_tokens\":7,\"output_tokens\":20},"
                + "\"modelUsage\":{\"a\":{\"inputTokens\":306,\"outputTokens\":60,\"cacheReadInputTokens\":21}}}"));

        assertThat(said)
                .containsExactly(
                        new AgentEvent.SessionNamed(ID),
                        new AgentEvent.Said("hello"),
                        new AgentEvent.UsedTool("Bash", "ls -l"),
                        new AgentEvent.Used(new Usage(105, 7, 20, null)));
        assertThat(ended).singleElement().isInstanceOfSatisfying(AgentEvent.Finished.class, finished -> {
            assertThat(finished.report().error()).isFalse();
            assertThat(finished.report().usage()).isEqualTo(new Usage(103, 7, 20, null));
            assertThat(finished.report().totalCostUsd()).isEqualByComparingTo("0.0012141");
            assertThat(finished.report().totals().inputTokens()).isEqualTo(306);
        });
    }

    @Test
    void countsAMessageOnceHoweverOftenItComes() {
        AgentStream stream = new ClaudeStream();
        String message = "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"model\":\"claude\",\"content\":[],"
                + "\"usage\":{\"input_tokens\":100,\"output_tokens\":20}}}";

        stream.read(bytes(message));

        assertThat(stream.read(bytes(message))).containsExactly(new AgentEvent.Used(new Usage(100, 0, 20, null)));
    }

    @Test
    void survivesWhatIsNoEvent() {
        for (String line : List.of("", "plain", "[1,2", "null", "42", "{\"type\":\"new_kind\"}", "{\"type\":[]}")) {
            assertThat(new ClaudeStream().read(bytes(line))).isEmpty();
        }
    }

    @Test
    void knowsFromWhichVersionOnItResumesAndTakesNames() {
        assertThat(cli.capabilities(new AgentVersion(2, 1, 116)).resumableSessions())
                .isFalse();
        assertThat(cli.capabilities(new AgentVersion(2, 1, 117)).resumableSessions())
                .isTrue();
        assertThat(cli.capabilities(new AgentVersion(2, 1, 75)).namedSessions()).isFalse();
        assertThat(cli.capabilities(VERSION).sessionStatePath().value()).isEqualTo("/home/agent/.claude/projects");
    }

    private List<String> argv(SessionArgument session) {
        return command(session).argv();
    }

    private ChildCommand command(SessionArgument session) {
        return cli.command(
                new AgentPlace(
                        Path.of("/opt/agents/claude"),
                        VERSION,
                        Path.of("/workspace/repo"),
                        Path.of("/home/agent"),
                        Map.of("ANTHROPIC_API_KEY", "secret"),
                        ModelProtocol.ANTHROPIC_MESSAGES,
                        "http://127.0.0.1:8086",
                        Map.of()),
                new AgentStart(session, "sonnet", 200, new BigDecimal("5"), "-- do \"it\"\n"));
    }

    private static AgentEnd refused(List<String> errors, String stderr, boolean spoke) {
        AgentReport report = new AgentReport(
                true, "error_during_execution", null, false, 0, null, ID, Usage.NOTHING, null, null, errors);
        return new AgentEnd(1, Optional.empty(), report, spoke, null, null, Usage.NOTHING, stderr);
    }

    private static AgentEnd failedWith(Integer status) {
        AgentReport report = new AgentReport(
                true, "success", status, true, 1, "API Error", ID, Usage.NOTHING, null, null, List.of());
        return new AgentEnd(1, Optional.empty(), report, false, ID, null, Usage.NOTHING, "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.AgentEnd;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStart;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.ModelFailure;
import dev.alfred.runner.adapter.SessionArgument;
import dev.alfred.runner.process.ChildCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpenCodeTest {
    private static final String ID = "ses_dd65eae71ffeLl3kX0fpqDTS5d";
    private static final String BASE_URL = "http://127.0.0.1:8086/v1";
    private static final String RED_ERROR = "\u001b[91m\u001b[1mError: \u001b[0m";
    private static final AgentVersion VERSION = new AgentVersion(1, 18, 33);

    private final OpenCode cli = new OpenCode();

    @Test
    void givesNoSessionOptionWithoutASession() {
        assertThat(argv(new SessionArgument.None()))
                .containsExactly(
                        "/opt/agents/opencode",
                        "run",
                        "--format",
                        "json",
                        "--auto",
                        "--dir",
                        "/workspace/repo",
                        "-m",
                        "alfred/vendor/model-1");
    }

    @Test
    void givesAFreshSessionATitleAndNoId() {
        assertThat(argv(new SessionArgument.Fresh("019a0000-0000-7000-8000-000000000001", "-agent/issue-7")))
                .endsWith("--title=-agent/issue-7")
                .noneMatch(argument -> argument.contains("019a0000"));
        assertThat(argv(new SessionArgument.Fresh("019a0000-0000-7000-8000-000000000001", null)))
                .endsWith("--title=alfred");
    }

    @Test
    void resumesByTheFullIdInOneWord() {
        assertThat(argv(new SessionArgument.Resume(ID)))
                .endsWith("--session=" + ID)
                .doesNotContain("--continue", "-c", "--fork")
                .noneMatch(argument -> argument.startsWith("--title"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "ses_", "--continue", "agent/issue-7", ID + " ", "ses_dd65eae71ffeLl3kX0fpqDTS5d\n", "ses_ä"
            })
    void letsNothingButAnIdBecomeAnArgument(String unfit) {
        assertThatThrownBy(() -> argv(new SessionArgument.Resume(unfit))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsThePromptOnStandardInputAndTheSecretIntoTheEnvironmentAlone() {
        ChildCommand command = command(
                new SessionArgument.None(), ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of("STUB_API_KEY", "secret"));

        assertThat(new String(command.stdin(), StandardCharsets.UTF_8)).isEqualTo("-- do \"it\"\n");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("do \"it\"") || argument.contains("secret"));
        assertThat(command.environment())
                .containsEntry("STUB_API_KEY", "secret")
                .containsEntry("HOME", "/home/agent");
        assertThat(command.environment().get("OPENCODE_CONFIG_CONTENT")).doesNotContain("secret");
    }

    @Test
    void movesTheDatabaseWhereSessionsAreKept() {
        for (SessionArgument session : List.of(new SessionArgument.Fresh(ID, null), new SessionArgument.Resume(ID))) {
            assertThat(command(session, ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of())
                            .environment())
                    .containsEntry("OPENCODE_DB", "/home/agent/.local/share/opencode-sessions/opencode.db");
        }
        assertThat(command(new SessionArgument.None(), ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of())
                        .environment())
                .doesNotContainKey("OPENCODE_DB");
    }

    @Test
    void asksNobodyButTheModel() throws IOException {
        ChildCommand command = command(new SessionArgument.None(), ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of());

        assertThat(command.environment())
                .containsEntry("OPENCODE_DISABLE_AUTOUPDATE", "1")
                .containsEntry("OPENCODE_DISABLE_MODELS_FETCH", "1")
                .containsEntry("OPENCODE_DISABLE_SHARE", "1")
                .containsEntry("OPENCODE_DISABLE_LSP_DOWNLOAD", "1")
                .containsEntry("OPENCODE_PURE", "1")
                .containsEntry("TMPDIR", "/home/agent/.cache/tmp");
        JsonNode settings = settings(ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of());
        assertThat(settings.path("autoupdate").asBoolean(true)).isFalse();
        assertThat(settings.path("share").asText()).isEqualTo("disabled");
        assertThat(settings.at("/agent/title/disable").asBoolean()).isTrue();
        assertThat(settings.at("/permission/task").asText()).isEqualTo("deny");
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI_CHAT, http://127.0.0.1:1/v1, @ai-sdk/openai-compatible, http://127.0.0.1:1/v1",
        "OPENAI_RESPONSES, http://127.0.0.1:1/v1, @ai-sdk/openai, http://127.0.0.1:1/v1",
        "ANTHROPIC_MESSAGES, http://127.0.0.1:1, @ai-sdk/anthropic, http://127.0.0.1:1/v1",
        "ANTHROPIC_MESSAGES, http://127.0.0.1:1/, @ai-sdk/anthropic, http://127.0.0.1:1/v1",
        "OPENAI_CHAT, , @ai-sdk/openai-compatible, https://api.openai.com/v1",
        "ANTHROPIC_MESSAGES, , @ai-sdk/anthropic, https://api.anthropic.com/v1"
    })
    void tellsOneProviderOfAnUnchangingNameWhereTheModelIs(
            ModelProtocol protocol, String baseUrl, String bundled, String address) throws IOException {
        JsonNode settings = settings(protocol, baseUrl, Map.of("AN_ID", "x", "STUB_API_KEY", "secret"));

        JsonNode provider = settings.at("/provider/alfred");
        assertThat(provider.path("npm").asText()).isEqualTo(bundled);
        assertThat(provider.at("/options/baseURL").asText()).isEqualTo(address);
        assertThat(provider.at("/options/apiKey").asText()).isEqualTo("{env:STUB_API_KEY}");
        assertThat(provider.path("models").has("vendor/model-1")).isTrue();
        assertThat(settings.at("/agent/build/steps").asInt()).isEqualTo(12);
    }

    @Test
    void keepsItFromFetchingPackages() {
        assertThat(cli.homeFiles(place(ModelProtocol.OPENAI_CHAT, null, Map.of()), start(new SessionArgument.None())))
                .containsKey(".config/opencode/node_modules/.empty")
                .hasEntrySatisfying(
                        ".config/opencode/package-lock.json",
                        content -> assertThat(content).contains("\"@opencode-ai/plugin\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Session not found | STATE_MISSING",
                "Unexpected error~~file is not a database | STATE_CORRUPT",
                "Unexpected error~~database disk image is malformed | STATE_CORRUPT",
                "Unexpected error~~unable to open database file | STATE_CORRUPT",
                "Unexpected error~~table `project_directory` already exists | STATE_CORRUPT",
                "Unexpected error~~database is locked | RESUME_REFUSED"
            })
    void knowsTheCliOwnWordsForAFailedResume(String words, ResumeFallback expected) {
        assertThat(cli.resumeFailure(VERSION, ID, refused(RED_ERROR + words.replace('~', '\n') + "\n")))
                .contains(expected);
    }

    @Test
    void takesNothingElseForAFailedResume() {
        AgentEnd refusal = refused(RED_ERROR + "Session not found\n");

        assertThat(cli.resumeFailure(VERSION, ID, refused(""))).isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, refused("Error: Session not found, said a tool\n")))
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, refused("hello\nError: Session not found\n")))
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, refused("Error: Unexpected error\n\nno space left on device\n")))
                .isEmpty();
        assertThat(cli.resumeFailure(new AgentVersion(1, 17, 0), ID, refusal)).isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(0, null, false, null, refusal.stderr())))
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(1, null, true, null, refusal.stderr())))
                .as("a turn began")
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(1, null, false, ID, refusal.stderr())))
                .as("a session was named")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "401, true, AUTHENTICATION",
        "403, true, AUTHENTICATION",
        "408, true, TRANSIENT",
        "429, true, TRANSIENT",
        "500, true, TRANSIENT",
        "529, true, TRANSIENT",
        "400, true, PERMANENT",
        "404, true, PERMANENT",
        ", true, TRANSIENT",
        ", false, NONE"
    })
    void tellsModelFailuresApart(Integer status, boolean api, ModelFailure expected) {
        AgentReport report = new AgentReport(
                true, "APIError", status, api, 0, null, ID, Usage.NOTHING, null, null, List.of("words"));

        assertThat(cli.modelFailure(end(1, report, false, ID, ""))).isEqualTo(expected);
    }

    @Test
    void resumesAndNamesFromOnePointEighteenOn() {
        assertThat(cli.capabilities(new AgentVersion(1, 17, 99)).resumableSessions())
                .isFalse();
        assertThat(cli.capabilities(VERSION).resumableSessions()).isTrue();
        assertThat(cli.capabilities(VERSION).namedSessions()).isTrue();
        assertThat(cli.capabilities(VERSION).sessionStatePath().value())
                .isEqualTo("/home/agent/.local/share/opencode-sessions");
    }

    private List<String> argv(SessionArgument session) {
        return command(session, ModelProtocol.OPENAI_CHAT, BASE_URL, Map.of()).argv();
    }

    private JsonNode settings(ModelProtocol protocol, String baseUrl, Map<String, String> secrets) throws IOException {
        String json = command(new SessionArgument.None(), protocol, baseUrl, secrets)
                .environment()
                .get("OPENCODE_CONFIG_CONTENT");
        return ContractJson.mapper().readTree(json);
    }

    private ChildCommand command(
            SessionArgument session, ModelProtocol protocol, String baseUrl, Map<String, String> secrets) {
        return cli.command(place(protocol, baseUrl, secrets), start(session));
    }

    private static AgentPlace place(ModelProtocol protocol, String baseUrl, Map<String, String> secrets) {
        return new AgentPlace(
                Path.of("/opt/agents/opencode"),
                VERSION,
                Path.of("/workspace/repo"),
                Path.of("/home/agent"),
                secrets,
                protocol,
                baseUrl,
                Map.of());
    }

    private static AgentStart start(SessionArgument session) {
        return new AgentStart(session, "vendor/model-1", 12, null, "-- do \"it\"\n");
    }

    private static AgentEnd refused(String stderr) {
        return end(1, null, false, null, stderr);
    }

    private static AgentEnd end(int exitCode, AgentReport report, boolean spoke, String sessionId, String stderr) {
        return new AgentEnd(exitCode, Optional.empty(), report, spoke, sessionId, null, Usage.NOTHING, stderr);
    }
}

package dev.alfred.runner.adapter.codex;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

class CodexTest {
    private static final String ID = "01a20000-1111-7111-8111-111111111111";
    private static final String BASE_URL = "http://127.0.0.1:8086/v1";
    private static final String REFUSED = "Error: thread/resume: thread/resume failed: ";
    private static final AgentVersion VERSION = new AgentVersion(0, 169, 0);

    private final Codex cli = new Codex();

    @Test
    void givesNoSessionOptionUnlessItResumes() {
        for (SessionArgument session : List.of(
                new SessionArgument.None(),
                new SessionArgument.Fresh(ID, "agent/x"),
                new SessionArgument.Fresh(ID, null))) {
            assertThat(argv(session))
                    .startsWith("/opt/agents/codex", "exec", "--json")
                    .contains("--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check")
                    .containsSubsequence("-C", "/workspace/repo", "-m", "model-1")
                    .doesNotContain("resume", "--last", ID, "agent/x")
                    .endsWith("-");
        }
    }

    @Test
    void resumesByTheFullIdBehindAllOptions() {
        List<String> argv = argv(new SessionArgument.Resume(ID));

        assertThat(argv).endsWith("resume", ID, "-").doesNotContain("--last");
        assertThat(argv.subList(0, argv.size() - 3)).isEqualTo(withoutPrompt(argv(new SessionArgument.None())));
    }

    private static List<String> withoutPrompt(List<String> argv) {
        return argv.subList(0, argv.size() - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--last",
                "agent/issue-7",
                ID + " ",
                "1a20000-1111-7111-8111-111111111111",
                "01A20000-1111-7111-8111-111111111111"
            })
    void letsNothingButAnIdBecomeAnArgument(String unfit) {
        assertThatThrownBy(() -> argv(new SessionArgument.Resume(unfit))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsThePromptOnStandardInputAndTheSecretIntoTheEnvironment() {
        ChildCommand command = command(new SessionArgument.None(), BASE_URL, Map.of("STUB_API_KEY", "secret"));

        assertThat(new String(command.stdin(), StandardCharsets.UTF_8)).isEqualTo("-- do \"it\"\n");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("do \"it\"") || argument.contains("secret"));
        assertThat(command.environment())
                .containsEntry("STUB_API_KEY", "secret")
                .containsEntry("HOME", "/home/agent");
        assertThat(command.environment().keySet())
                .containsExactlyInAnyOrder("PATH", "HOME", "LANG", "TERM", "GIT_TERMINAL_PROMPT", "STUB_API_KEY");
    }

    @Test
    void tellsOneProviderOfAnUnchangingNameWhereTheModelIs() {
        assertThat(settings(BASE_URL, Map.of("AN_ID", "x", "STUB_API_KEY", "secret")))
                .contains(
                        "model_provider=\"alfred\"",
                        "model_providers.alfred.base_url=\"http://127.0.0.1:8086/v1\"",
                        "model_providers.alfred.env_key=\"STUB_API_KEY\"",
                        "model_providers.alfred.wire_api=\"responses\"");
        assertThat(settings(null, Map.of("TOKEN", "secret")))
                .contains(
                        "model_provider=\"alfred\"",
                        "model_providers.alfred.base_url=\"https://api.openai.com/v1\"",
                        "model_providers.alfred.env_key=\"TOKEN\"");
        assertThat(settings("http://h/\"\\", Map.of()))
                .contains("model_providers.alfred.base_url=\"http://h/\\\"\\\\\"")
                .noneMatch(setting -> setting.contains("env_key"));
    }

    @Test
    void waitsForNoEndpointWithoutEndAndAsksNobodyElse() {
        assertThat(settings(BASE_URL, Map.of()))
                .contains(
                        "features.unbounded_connection_retries=false",
                        "features.multi_agent=false",
                        "check_for_update_on_startup=false",
                        "analytics.enabled=false");
    }

    private List<String> settings(String baseUrl, Map<String, String> secrets) {
        List<String> argv =
                command(new SessionArgument.None(), baseUrl, secrets).argv();
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < argv.size(); i++) {
            if (argv.get(i).equals("-c")) {
                settings.add(argv.get(i + 1));
            }
        }
        return settings;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "0.117.0 | no rollout found for thread id ID | STATE_MISSING",
                "0.169.0 | no rollout found for thread id ID (code -32600) | STATE_MISSING",
                "0.117.0 | failed to load rollout `/home/agent/.codex/sessions/r.jsonl`: empty session file | STATE_CORRUPT",
                "0.169.0 | failed to read thread: thread-store internal error: failed to read session metadata /r.jsonl: rollout at /r.jsonl is empty (code -32603) | STATE_CORRUPT",
                "0.169.0 | failed to locate thread id ID: Permission denied (os error 13) (code -32600) | STATE_CORRUPT",
                "0.169.0 | error resuming thread: Fatal error: Failed to initialize session: thread-store internal error: failed to resume local thread recorder: final paginated rollout record at /r.jsonl is missing an ordinal (code -32603) | RESUME_REFUSED",
                "0.147.0 | thread ID already has an active writer (code -32600) | RESUME_REFUSED",
                "0.169.0 | This chat uses model provider “x”, which is no longer configured. Restore this provider’s configuration to continue. (code -32600) | RESUME_REFUSED",
                "0.117.0 | error resuming thread: Fatal error: Codex cannot access session files at /home/agent/.codex/sessions (permission denied). | RESUME_REFUSED",
                "0.169.0 | error resuming thread: Fatal error: Failed to initialize session: thread-store internal error: failed to resume local thread recorder: Permission denied (os error 13) (code -32603) | RESUME_REFUSED",
            })
    void recognisesARefusedResume(String version, String words, ResumeFallback meaning) {
        String stderr = "2026-01-01T00:00:00Z ERROR codex_core: something\n" + REFUSED + words.replace("ID", ID) + "\n";

        assertThat(cli.resumeFailure(AgentVersion.in(version).orElseThrow(), ID, refused(stderr)))
                .contains(meaning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: no rollout found for thread id ID",
                "ERROR codex: Error: thread/resume: thread/resume failed: no rollout found for thread id ID",
                "Error: thread/resume: thread/resume failed: no rollout found for thread id ID0",
                "Error: thread/resume: thread/resume failed: no rollout found for thread id 01a20000-2222-7111-8111-111111111111",
                "Error: thread/resume: thread/resume failed: something else",
                "Error: failed to initialize in-process app-server client: Permission denied (os error 13)",
            })
    void takesOtherWordsForNoRefusal(String words) {
        assertThat(cli.resumeFailure(VERSION, ID, refused(words.replace("ID", ID))))
                .isEmpty();
    }

    @Test
    void takesNoWordsForARefusalOnceTheSessionWasNamedOrOfAnotherVersionOrStatus() {
        String stderr = REFUSED + "no rollout found for thread id " + ID;
        AgentEnd named = new AgentEnd(1, Optional.empty(), null, false, ID, null, Usage.NOTHING, stderr);
        AgentEnd spoke = new AgentEnd(1, Optional.empty(), null, true, null, "x", Usage.NOTHING, stderr);
        AgentEnd killed = new AgentEnd(137, Optional.empty(), null, false, null, null, Usage.NOTHING, stderr);

        for (AgentEnd end : List.of(named, spoke, killed)) {
            assertThat(cli.resumeFailure(VERSION, ID, end)).isEmpty();
        }
        assertThat(cli.resumeFailure(new AgentVersion(0, 107, 0), ID, refused(stderr)))
                .isEmpty();
        assertThat(cli.resumeFailure(
                        new AgentVersion(0, 117, 0),
                        ID,
                        refused(REFUSED + "thread " + ID + " already has an active writer")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1/responses | AUTHENTICATION",
                "unexpected status 403 Forbidden: no, url: http://127.0.0.1:1/v1/responses | AUTHENTICATION",
                "unexpected status 404 Not Found: unexpected status 401 Unauthorized | PERMANENT",
                "unexpected status 408 Request Timeout: no | TRANSIENT",
                "exceeded retry limit, last status: 429 Too Many Requests | TRANSIENT",
                "unexpected status 529 <unknown status code>: no | TRANSIENT",
                "We’re currently experiencing high demand, which may cause temporary errors. | TRANSIENT",
                "Connection failed: error sending request | TRANSIENT",
                "stream disconnected before completion: error sending request for url (http://127.0.0.1:1/v1) | TRANSIENT",
                "{\"error\":{\"message\":\"no such model\",\"type\":\"invalid_request_error\"}} | PERMANENT",
                "rate limit exceeded: slow down | TRANSIENT",
                "Selected model is at capacity. Please try a different model. | TRANSIENT",
                "Quota exceeded. Check your plan and billing details. | PERMANENT",
                "Codex ran out of room in the model's context window. Start a new thread. | PERMANENT",
                "Missing environment variable: `STUB_API_KEY`. | AUTHENTICATION",
                "something else, unexpected status 401 Unauthorized | NONE",
            })
    void tellsModelErrorsApart(String message, ModelFailure meaning) {
        assertThat(cli.modelFailure(failed(message))).isEqualTo(meaning);
    }

    @Test
    void takesAConversationThatTheModelCannotTakeInAnyMoreForARefusedResume() {
        AgentEnd end = failed("Codex ran out of room in the model's context window. Start a new thread.");
        AgentEnd later = new AgentEnd(1, Optional.empty(), end.report(), true, ID, "words", Usage.NOTHING, "");

        assertThat(cli.resumeFailure(VERSION, ID, end)).contains(ResumeFallback.RESUME_REFUSED);
        assertThat(cli.resumeFailure(VERSION, ID, later))
                .as("after work was done")
                .isEmpty();
    }

    @Test
    void resumesOnlyFromTheVersionOnThatKnowsWhatItDoesNotKnow() {
        assertThat(cli.capabilities(new AgentVersion(0, 116, 9)).resumableSessions())
                .isFalse();
        assertThat(cli.capabilities(new AgentVersion(0, 117, 0)).resumableSessions())
                .isTrue();
        assertThat(cli.capabilities(VERSION).namedSessions()).isFalse();
        assertThat(cli.capabilities(VERSION).sessionStatePath().value()).isEqualTo("/home/agent/.codex/sessions");
    }

    private List<String> argv(SessionArgument session) {
        return command(session, BASE_URL, Map.of("STUB_API_KEY", "secret")).argv();
    }

    private ChildCommand command(SessionArgument session, String baseUrl, Map<String, String> secrets) {
        return cli.command(
                new AgentPlace(
                        Path.of("/opt/agents/codex"),
                        VERSION,
                        Path.of("/workspace/repo"),
                        Path.of("/home/agent"),
                        secrets,
                        ModelProtocol.OPENAI_RESPONSES,
                        baseUrl,
                        Map.of()),
                new AgentStart(session, "model-1", 200, null, "-- do \"it\"\n"));
    }

    private static AgentEnd refused(String stderr) {
        return new AgentEnd(1, Optional.empty(), null, false, null, null, Usage.NOTHING, stderr);
    }

    private static AgentEnd failed(String message) {
        AgentReport report =
                new AgentReport(true, "turn.failed", null, false, 1, null, null, null, null, null, List.of(message));
        return new AgentEnd(1, Optional.empty(), report, false, ID, null, Usage.NOTHING, "");
    }
}

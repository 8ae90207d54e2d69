package dev.alfred.runner.adapter.copilot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CopilotTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final AgentVersion VERSION = new AgentVersion(1, 0, 102);
    private static final Path PROGRAM = Path.of("/opt/agents/node_modules/@github/copilot-linux-x64/copilot");
    private static final String UNKNOWN = """
            Error: No session, task, or name matched '%s'.

            To resume by session or task ID:  copilot --resume=<id>
            """;
    private static final String UNFIT = "Error: Session '%s' was found but could not be loaded.%n";

    private final Copilot cli = new Copilot();

    @Test
    void givesNoSessionOptionWhereNoneIsUsed() {
        assertThat(argv(new SessionArgument.None()))
                .noneMatch(argument -> argument.startsWith("--session-id")
                        || argument.startsWith("--resume")
                        || argument.startsWith("--continue"))
                .doesNotContain("-n", "-p")
                .containsSubsequence("--output-format", "json")
                .contains("--allow-all", "--no-ask-user")
                .containsSubsequence("-C", "/workspace/repo")
                .containsSubsequence("--model", "model-1");
    }

    @Test
    void givesAFreshSessionItsIdAndItsName() {
        assertThat(argv(new SessionArgument.Fresh(ID, "agent/issue-7-x")))
                .containsSubsequence("--session-id", ID, "-n", "agent/issue-7-x")
                .noneMatch(argument -> argument.startsWith("--resume"));
        assertThat(argv(new SessionArgument.Fresh(ID, null)))
                .containsSubsequence("--session-id", ID)
                .doesNotContain("-n");
    }

    @Test
    void resumesByTheFullIdAndNothingElse() {
        assertThat(argv(new SessionArgument.Resume(ID)))
                .contains("--resume=" + ID)
                .containsSubsequence("-C", "/workspace/repo")
                .doesNotContain("--session-id", "-n");
    }

    @Test
    void letsNothingButAnIdBecomeAnArgument() {
        for (String unfit : List.of("", "--continue", "agent/issue-7", ID + " ", ID.substring(1))) {
            assertThatThrownBy(() -> argv(new SessionArgument.Resume(unfit)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> argv(new SessionArgument.Fresh(unfit, null)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void putsThePromptOnStandardInputAndTheKeyIntoTheProvidersVariable() {
        ChildCommand command = command(place(ModelProtocol.OPENAI_CHAT, "http://127.0.0.1:8086/v1"));

        assertThat(new String(command.stdin(), StandardCharsets.UTF_8)).isEqualTo("-- do \"it\"\n");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("do \"it\""));
        assertThat(command.argv()).noneMatch(argument -> argument.contains("the-key"));
        assertThat(command.argv()).contains("--secret-env-vars=ANY_TOKEN,COPILOT_PROVIDER_API_KEY,OPENAI_API_KEY");
        assertThat(command.environment())
                .containsEntry("COPILOT_PROVIDER_API_KEY", "the-key")
                .containsEntry("COPILOT_PROVIDER_BASE_URL", "http://127.0.0.1:8086/v1")
                .containsEntry("COPILOT_MODEL", "model-1")
                .containsEntry("COPILOT_OFFLINE", "true")
                .containsEntry("COPILOT_AUTO_UPDATE", "false")
                .containsEntry("HOME", "/home/agent")
                .doesNotContainKey("COPILOT_PKG_CACHE_HOME");
    }

    @Test
    void speaksTheProvidersProtocol() {
        assertThat(environment(ModelProtocol.ANTHROPIC_MESSAGES))
                .containsEntry("COPILOT_PROVIDER_TYPE", "anthropic")
                .doesNotContainKey("COPILOT_PROVIDER_WIRE_API");
        assertThat(environment(ModelProtocol.OPENAI_CHAT))
                .containsEntry("COPILOT_PROVIDER_TYPE", "openai")
                .containsEntry("COPILOT_PROVIDER_WIRE_API", "completions");
        assertThat(environment(ModelProtocol.OPENAI_RESPONSES))
                .containsEntry("COPILOT_PROVIDER_TYPE", "openai")
                .containsEntry("COPILOT_PROVIDER_WIRE_API", "responses");
    }

    @Test
    void leavesItToGitHubsRoutingWithoutABaseUrl() {
        assertThat(command(place(ModelProtocol.OPENAI_CHAT, null)).environment())
                .containsEntry("ANY_TOKEN", "the-token")
                .doesNotContainKeys("COPILOT_OFFLINE", "COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY");
    }

    @Test
    void usesWhatWasUnpackedBesideThePrograms(@TempDir Path agents) throws IOException {
        Path program = agents.resolve("node_modules/@github/copilot-linux-x64/copilot");
        Path unpacked = agents.resolve("copilot-cache");
        AgentPlace place = place(program, ModelProtocol.OPENAI_CHAT, "http://127.0.0.1:8086/v1");

        assertThat(command(place).environment()).doesNotContainKey("COPILOT_PKG_CACHE_HOME");
        Files.createDirectories(unpacked.resolve("pkg"));

        assertThat(command(place).environment()).containsEntry("COPILOT_PKG_CACHE_HOME", unpacked.toString());
    }

    @Test
    void recognisesItsRefusalsToResume() {
        assertThat(refusal(VERSION, UNKNOWN.formatted(ID))).contains(ResumeFallback.STATE_MISSING);
        assertThat(refusal(VERSION, UNFIT.formatted(ID) + "Error: Session file is corrupted (line 1: EOF)\n"))
                .contains(ResumeFallback.STATE_CORRUPT);
        assertThat(refusal(VERSION, UNFIT.formatted(ID) + "Error: Session file is corrupted or incompatible\n"))
                .contains(ResumeFallback.STATE_CORRUPT);
        assertThat(refusal(VERSION, UNFIT.formatted(ID) + "Error: something else\n"))
                .contains(ResumeFallback.RESUME_REFUSED);
        assertThat(
                        refusal(
                                VERSION,
                                "Error executing prompt: Error: Request session.send failed with message: GenericFailure, Failed"
                                        + " to append to JSONL file /x/events.jsonl: I/O error: Permission denied (os error 13)\n"))
                .contains(ResumeFallback.RESUME_REFUSED);
        assertThat(refusal(VERSION, "\n"))
                .as("all that it says of a damaged workspace.yaml")
                .contains(ResumeFallback.RESUME_REFUSED);
    }

    @Test
    void takesNoOtherWordsForARefusal() {
        String other = ID.replace('1', '2');

        assertThat(refusal(VERSION, UNKNOWN.formatted(other))).isEmpty();
        assertThat(refusal(VERSION, UNFIT.formatted(other))).isEmpty();
        assertThat(refusal(VERSION, "the session was not found\n")).isEmpty();
        assertThat(refusal(
                        VERSION,
                        "Error executing prompt: Error: Request session.send failed with message: No space left on device"
                                + " (os error 28)\n"))
                .isEmpty();
        assertThat(refusal(new AgentVersion(1, 0, 40), UNKNOWN.formatted(ID))).isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(0, null, false, UNKNOWN.formatted(ID))))
                .as("it ended well")
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(1, null, true, UNKNOWN.formatted(ID))))
                .as("a turn began")
                .isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, end(1, report("query", 500), false, UNKNOWN.formatted(ID))))
                .as("it got as far as a result")
                .isEmpty();
    }

    @Test
    void tellsModelErrorsApart() {
        assertThat(failure("authentication", 401)).isEqualTo(ModelFailure.AUTHENTICATION);
        assertThat(failure("authentication", 403)).isEqualTo(ModelFailure.AUTHENTICATION);
        assertThat(failure("rate_limit", 429)).isEqualTo(ModelFailure.TRANSIENT);
        assertThat(failure("query", 500)).isEqualTo(ModelFailure.TRANSIENT);
        assertThat(failure("query", 529)).isEqualTo(ModelFailure.TRANSIENT);
        assertThat(failure("query", 400)).isEqualTo(ModelFailure.PERMANENT);
        assertThat(failure("query", 404)).isEqualTo(ModelFailure.PERMANENT);
        assertThat(failure("query", null)).as("unreachable").isEqualTo(ModelFailure.TRANSIENT);
        assertThat(failure("authentication", null)).isEqualTo(ModelFailure.AUTHENTICATION);
        assertThat(cli.modelFailure(end(1, null, false, "killed"))).isEqualTo(ModelFailure.NONE);
        assertThat(cli.modelFailure(end(1, null, false, "Error: No authentication information found.\n\nCopilot can")))
                .as("no token for GitHub's own routing")
                .isEqualTo(ModelFailure.AUTHENTICATION);
    }

    @Test
    void resumesFromTheFirstVersionThatWasTried() {
        assertThat(cli.capabilities(VERSION).resumableSessions()).isTrue();
        assertThat(cli.capabilities(VERSION).namedSessions()).isTrue();
        assertThat(cli.capabilities(VERSION).sessionStatePath()).isEqualTo(Copilot.STATE);
        assertThat(cli.capabilities(new AgentVersion(1, 0, 101)).resumableSessions())
                .isFalse();
    }

    private Optional<ResumeFallback> refusal(AgentVersion version, String stderr) {
        return cli.resumeFailure(version, ID, end(1, null, false, stderr));
    }

    private ModelFailure failure(String kind, Integer status) {
        return cli.modelFailure(end(1, report(kind, status), false, ""));
    }

    private static AgentReport report(String kind, Integer status) {
        return new AgentReport(true, kind, status, true, 1, null, ID, null, null, null, List.of("it failed"));
    }

    private static AgentEnd end(int exitCode, AgentReport report, boolean spoke, String stderr) {
        return new AgentEnd(exitCode, Optional.empty(), report, spoke, null, null, Usage.NOTHING, stderr);
    }

    private List<String> argv(SessionArgument session) {
        return cli.command(
                        place(ModelProtocol.OPENAI_CHAT, "http://127.0.0.1:8086/v1"),
                        new AgentStart(session, "model-1", 200, null, "do it"))
                .argv();
    }

    private Map<String, String> environment(ModelProtocol protocol) {
        return command(place(protocol, "http://127.0.0.1:8086")).environment();
    }

    private ChildCommand command(AgentPlace place) {
        return cli.command(place, new AgentStart(new SessionArgument.None(), "model-1", 0, null, "-- do \"it\"\n"));
    }

    private static AgentPlace place(ModelProtocol protocol, String baseUrl) {
        return place(PROGRAM, protocol, baseUrl);
    }

    private static AgentPlace place(Path program, ModelProtocol protocol, String baseUrl) {
        return new AgentPlace(
                program,
                VERSION,
                Path.of("/workspace/repo"),
                Path.of("/home/agent"),
                Map.of("OPENAI_API_KEY", "the-key", "ANY_TOKEN", "the-token"),
                protocol,
                baseUrl,
                Map.of());
    }
}

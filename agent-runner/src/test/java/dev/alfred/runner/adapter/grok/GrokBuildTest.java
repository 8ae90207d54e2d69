package dev.alfred.runner.adapter.grok;

import java.math.BigDecimal;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GrokBuildTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final AgentVersion VERSION = new AgentVersion(1, 0, 41);
    private static final String PROMPT = ".grok/alfred-prompt";
    private static final String SETTINGS = ".grok/config.toml";

    private final GrokBuild cli = new GrokBuild();

    @Test
    void givesNoSessionOptionWhereNoneIsUsed() {
        assertThat(argv(new SessionArgument.None()))
                .doesNotContain("--session-id", "--resume", "--continue", "--fork-session")
                .containsSubsequence("--model", "alfred")
                .contains("--always-approve")
                .containsSubsequence("--output-format", "streaming-messages-json")
                .containsSubsequence("--cwd", "/workspace/repo")
                .containsSubsequence("--max-turns", "200");
    }

    @Test
    void givesAFreshSessionItsIdAndNoName() {
        assertThat(argv(new SessionArgument.Fresh(ID, "agent/issue-7-x")))
                .containsSubsequence("--session-id", ID)
                .doesNotContain("--resume", "agent/issue-7-x");
    }

    @Test
    void resumesByTheFullIdAndNothingElse() {
        assertThat(argv(new SessionArgument.Resume(ID)))
                .containsSubsequence("--resume", ID)
                .doesNotContain("--session-id");
    }

    @Test
    void letsNothingButAnIdBecomeAnArgument() {
        for (String unfit : List.of("", "--continue", "agent/issue-7", ID + " ", ID.substring(1), "A title")) {
            assertThatThrownBy(() -> argv(new SessionArgument.Resume(unfit)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> argv(new SessionArgument.Fresh(unfit, null)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void putsThePromptIntoAFileThatIsReadAsItIs() {
        ChildCommand command = cli.command(place("http://127.0.0.1:8086/v1"), start(new SessionArgument.None()));

        assertThat(command.argv())
                .containsSubsequence("--prompt-file", "/home/agent/" + PROMPT)
                .contains("--verbatim")
                .noneMatch(argument -> argument.contains("do \"it\""));
        assertThat(command.stdin()).isEmpty();
        assertThat(homeFiles("-- do \"it\"\n")).containsEntry(PROMPT, "-- do \"it\"\n");
    }

    @Test
    void letsNoPromptBecomeACommandOfTheCli() {
        assertThat(homeFiles("/compact and go on").get(PROMPT))
                .doesNotStartWith("/")
                .endsWith("/compact and go on");
        assertThat(homeFiles(" \n/always-approve").get(PROMPT).strip()).doesNotStartWith("/");
    }

    @Test
    void makesItsEnvironmentFromNothing() {
        ChildCommand command = cli.command(place("http://127.0.0.1:8086/v1"), start(new SessionArgument.None()));

        assertThat(command.environment())
                .containsEntry("MODEL_API_KEY", "secret")
                .containsEntry("GROK_DISABLE_AUTOUPDATER", "1")
                .containsEntry("GROK_TURN_TRANSIENT_RETRY", "0")
                .containsEntry("HOME", "/home/agent");
        assertThat(command.environment().keySet())
                .containsExactlyInAnyOrder(
                        "PATH",
                        "HOME",
                        "LANG",
                        "TERM",
                        "GIT_TERMINAL_PROMPT",
                        "MODEL_API_KEY",
                        "MODEL_REGION",
                        "GROK_DISABLE_AUTOUPDATER",
                        "GROK_TELEMETRY_ENABLED",
                        "GROK_TURN_TRANSIENT_RETRY",
                        "GROK_MEMORY");
        assertThat(command.argv()).noneMatch(argument -> argument.contains("secret"));
    }

    @Test
    void describesTheModelUnderOneKeyAndNeverWritesTheSecretDown() {
        assertThat(homeFiles("x").get(SETTINGS))
                .contains(
                        "[model.alfred]\n",
                        "model = \"grok-4.6\"\n",
                        "base_url = \"http://127.0.0.1:8086/v1\"\n",
                        "api_backend = \"chat_completions\"\n",
                        "env_key = \"MODEL_API_KEY\"\n",
                        "session_summary = \"alfred\"\n",
                        "session_registry = false\n",
                        "auto_update = false\n",
                        "telemetry = false\n")
                .doesNotContain("secret");
    }

    @Test
    void asksTheVendorWhereNoAddressIsGiven() {
        String settings =
                cli.homeFiles(place(null), start(new SessionArgument.None())).get(SETTINGS);

        assertThat(settings).contains("base_url = \"https://api.x.ai/v1\"\n");
    }

    @Test
    void letsNoModelsNameBecomeASetting() {
        AgentStart start = new AgentStart(new SessionArgument.None(), "m\"\n[cli]\nauto_update = true\\", 0, null, "x");

        assertThat(cli.homeFiles(place(null), start).get(SETTINGS))
                .contains("model = \"m\\\"\\u000a[cli]\\u000aauto_update = true\\\\\"\n");
    }

    @Test
    void recognisesAnUnknownSessionAndAnUnreadableOne() {
        String nowhere =
                "Error: Session does not exist locally (session registry is disabled by [cli] session_registry)\n";
        String unknown = "Session \"" + ID + "\" not found locally, restoring conversation from remote...\n"
                + "Error: Failed to authenticate for session restore: error sending request";
        String unreadable = "Couldn't create session: Session does not exist";

        assertThat(cli.resumeFailure(VERSION, ID, ended(nowhere, null))).contains(ResumeFallback.STATE_MISSING);
        assertThat(cli.resumeFailure(VERSION, ID, ended(unknown, null))).contains(ResumeFallback.STATE_MISSING);
        assertThat(cli.resumeFailure(VERSION, ID, ended("Error: " + unreadable + "\n", null)))
                .contains(ResumeFallback.STATE_CORRUPT);
        assertThat(cli.resumeFailure(VERSION, ID, ended("", report("error_during_execution", unreadable, 0))))
                .contains(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void takesNoWordsForARefusalOnceATurnHasBegunOrWhenTheyAreAboutAnother() {
        String unknown = "Session \"" + ID + "\" not found locally, restoring conversation from remote...\n";

        AgentEnd spoke = new AgentEnd(1, Optional.empty(), null, true, ID, "x", Usage.NOTHING, unknown);
        assertThat(cli.resumeFailure(VERSION, ID, spoke)).isEmpty();
        AgentEnd other = ended(unknown.replace("1111\"", "1112\""), null);
        assertThat(cli.resumeFailure(VERSION, ID, other)).isEmpty();
        assertThat(cli.resumeFailure(VERSION, ID, ended("the model says: " + unknown, null)))
                .isEmpty();
        assertThat(cli.resumeFailure(new AgentVersion(1, 0, 40), ID, ended(unknown, null)))
                .isEmpty();
    }

    @Test
    void tellsModelErrorsApart() {
        Map<String, ModelFailure> failures = Map.ofEntries(
                Map.entry(
                        "Internal error: \"Unauthorized (401) from http://127.0.0.1:9/v1/chat/completions: no\\n\"",
                        ModelFailure.AUTHENTICATION),
                Map.entry(api(403, "Forbidden"), ModelFailure.AUTHENTICATION),
                Map.entry(api(400, "Bad Request"), ModelFailure.PERMANENT),
                Map.entry(api(404, "Not Found"), ModelFailure.PERMANENT),
                Map.entry(api(408, "Request Timeout"), ModelFailure.TRANSIENT),
                Map.entry(api(500, "Internal Server Error"), ModelFailure.TRANSIENT),
                Map.entry(api(529, "<unknown status code>"), ModelFailure.TRANSIENT),
                Map.entry("rate_limit_error: slow down", ModelFailure.TRANSIENT),
                Map.entry("tokens: Rate limit reached for x", ModelFailure.TRANSIENT),
                Map.entry("Request failed (HTTP 429).", ModelFailure.TRANSIENT),
                Map.entry(
                        "Internal error: \"reqwest error stream: error sending request for url (http://x/)\"",
                        ModelFailure.TRANSIENT),
                Map.entry("Internal error: \"something else\"", ModelFailure.NONE),
                Map.entry("Couldn't create session: Session does not exist", ModelFailure.NONE));

        failures.forEach((words, failure) -> assertThat(
                        cli.modelFailure(ended("", report("error_during_execution", words, 0))))
                .as(words)
                .isEqualTo(failure));
        assertThat(cli.modelFailure(ended("", report("success", null, 1)))).isEqualTo(ModelFailure.NONE);
    }

    @Test
    void believesNoStatusThatTheProviderWroteIntoItsMessage() {
        String words =
                "Internal error: {\n  \"message\": \"API error (status 400 Bad Request): \\\"http_status\\\": 401"
                        + " API error (status 500 x)\",\n  \"http_status\": 400\n}";

        assertThat(cli.modelFailure(ended("", report("error_during_execution", words, 0))))
                .isEqualTo(ModelFailure.PERMANENT);
    }

    @Test
    void stopsAtItsTurnsAsAtABudget() {
        AgentEnd end = ended("", report("error_max_turns", "Reached the maximum number of turns", 3));

        assertThat(cli.budgetExhausted(end)).isTrue();
        assertThat(cli.modelFailure(end)).isEqualTo(ModelFailure.NONE);
    }

    @Test
    void resumesOnlyInVersionsThatWereTried() {
        assertThat(cli.capabilities(VERSION).resumableSessions()).isTrue();
        assertThat(cli.capabilities(VERSION).namedSessions()).isFalse();
        assertThat(cli.capabilities(VERSION).sessionStatePath().value()).isEqualTo("/home/agent/.grok/sessions");
        assertThat(cli.capabilities(new AgentVersion(1, 0, 40)).resumableSessions())
                .isFalse();
    }

    private List<String> argv(SessionArgument session) {
        return cli.command(place("http://127.0.0.1:8086/v1"), start(session)).argv();
    }

    private Map<String, String> homeFiles(String prompt) {
        return cli.homeFiles(
                place("http://127.0.0.1:8086/v1"),
                new AgentStart(new SessionArgument.None(), "grok-4.6", 200, null, prompt));
    }

    private static AgentStart start(SessionArgument session) {
        return new AgentStart(session, "grok-4.6", 200, new BigDecimal("5"), "-- do \"it\"\n");
    }

    private static AgentPlace place(String baseUrl) {
        return new AgentPlace(
                Path.of("/opt/agents/grok"),
                VERSION,
                Path.of("/workspace/repo"),
                Path.of("/home/agent"),
                Map.of("MODEL_API_KEY", "secret", "MODEL_REGION", "north"),
                ModelProtocol.OPENAI_CHAT,
                baseUrl,
                Map.of());
    }

    private static String api(int status, String phrase) {
        return "Internal error: {\n  \"message\": \"API error (status %d %s): forced\",\n  \"http_status\": %d\n}"
                .formatted(status, phrase, status);
    }

    /** What the stream makes of such a result line. */
    private AgentReport report(String subtype, String error, int turns) {
        return Reports.of(subtype, error, turns, ID);
    }

    private static AgentEnd ended(String stderr, AgentReport report) {
        return new AgentEnd(1, Optional.empty(), report, false, null, null, Usage.NOTHING, stderr);
    }
}

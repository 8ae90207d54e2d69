package dev.alfred.endtoend;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Each agent's real CLI does the main job in the sandbox: a plan, then the development in the resumed session. */
@Execution(ExecutionMode.CONCURRENT)
class FiveAgentsIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE_CODE", "CODEX", "OPENCODE", "COPILOT", "GROK_BUILD"})
    void plansAndThenDevelopsInTheSameSession(AdapterId adapter) {
        RunningAlfred alfred = RunningAlfred.get();
        boolean installed = alfred.installed(adapter);
        if (!installed) {
            System.out.println("SKIPPED: the CLI of " + adapter.wire() + " is not installed (ALFRED_AGENTS_DIR)");
        }
        assumeTrue(installed, adapter.wire() + " is not installed");
        RunningAlfred.Project project = alfred.newProject("agent-" + adapter.wire());
        alfred.operator().set("it", project.name(), "AGENT_ADAPTER", adapter.wire());
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", "Greet the name that is given.");
        String mailbox = project.mailbox(issue);

        alfred.dev().label(project.repository(), issue, "alfred");
        JsonNode analysis = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        alfred.dev().comment(project.repository(), issue, "/alfred approve");
        JsonNode development = alfred.operator().awaitEndOfRun(mailbox, 2, LIMIT);

        assertThat(analysis.get("state").asText()).as(analysis.toString()).isEqualTo("succeeded");
        assertThat(analysis.at("/session/mode").asText()).isEqualTo("fresh");
        assertThat(analysis.at("/session/reason").asText()).isEqualTo("no_prior_session");
        assertThat(development.get("state").asText()).as(development.toString()).isEqualTo("succeeded");
        assertThat(development.get("adapter").asText()).isEqualTo(adapter.wire());
        assertThat(development.at("/session/mode").asText())
                .as(development.toString())
                .isEqualTo("resumed");
        assertThat(development.at("/session/nativeId").asText())
                .isNotEmpty()
                .isEqualTo(analysis.at("/session/nativeId").asText());
        assertThat(development.at("/usage/inputTokens").asLong()).isPositive();
        JsonNode waiting = alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        Waiting.until(
                "a merge request",
                LIMIT,
                () -> alfred.dev()
                        .mergeRequestOf(
                                project.repository(), waiting.get("branch").asText()));
    }
}

package dev.alfred.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.DemoTarget;
import dev.alfred.local.demo.ForgePerson;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the greeting and the README tell a person to do first, done as they tell it. */
class FirstStepsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String EXAMPLE = "demo-example-issue-1";
    private static final Pattern PAGE = Pattern.compile("http://[^\\s/]+(/q/swagger-ui|/dev/example)(?=\\.?\\s)");
    private static final Pattern COMMAND = Pattern.compile("curl (.*\\\\\n)+.*");

    @Test
    void everyPageThatTheGreetingNamesIsThere() throws Exception {
        RunningAlfred alfred = RunningAlfred.get();

        List<String> pages = PAGE.matcher(alfred.system().greeting())
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(pages).hasSize(5);
        for (String page : pages) {
            boolean onForge = page.startsWith(alfred.target().forge());
            shell(
                    "curl -fsSL -o /dev/null " + (onForge ? "" : "-u \"admin:$PASSWORD\" ") + page,
                    Map.of("PASSWORD", alfred.target().adminPassword()));
        }
    }

    @Test
    void theGreetingsCommandsOpenAnIssueAndApproveThePlan() throws Exception {
        RunningAlfred alfred = RunningAlfred.get();
        List<String> commands = COMMAND.matcher(alfred.system().greeting())
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(commands).hasSize(2);

        shell(commands.getFirst(), Map.of());
        succeeded(alfred.operator().awaitEndOfRun(EXAMPLE, 1, LIMIT), "analysis");
        alfred.operator().awaitStatus(EXAMPLE, "waiting", LIMIT);

        shell(commands.getLast(), Map.of());
        succeeded(alfred.operator().awaitEndOfRun(EXAMPLE, 2, LIMIT), "development");
    }

    private static void succeeded(JsonNode run, String phase) {
        assertThat(run.get("state").asText()).as(run.toString()).isEqualTo("succeeded");
        assertThat(run.get("phase").asText()).isEqualTo(phase);
    }

    @Test
    void theScriptConnectsSomebodysOwnRepository() throws Exception {
        RunningAlfred alfred = RunningAlfred.get();
        DemoTarget target = alfred.target();
        ForgePerson.Repository repository =
                alfred.dev().createRepository("Own_Project", Map.of("README.md", "# Mine\n"));

        shell(
                "deploy/local/connect",
                Map.of(
                        "FORGE", target.forge(),
                        "REPOSITORY", repository.path(),
                        "TOKEN", target.devToken(),
                        "BOT", "alfred",
                        "BOT_TOKEN", target.botToken(),
                        "PASSWORD", target.adminPassword(),
                        "INGEST", target.ingest(),
                        "MAILBOX", target.mailbox(),
                        "ALFRED_HOME", alfred.system().layout().home().toString()));

        long issue = alfred.dev().openIssue(repository, "Say more", "The README says little.");
        alfred.dev().label(repository, issue, "alfred");
        succeeded(alfred.operator().awaitEndOfRun("own-own-project-issue-" + issue, 1, LIMIT), "analysis");
    }

    private static void shell(String command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(Path.of(System.getProperty("alfred.root")).toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}

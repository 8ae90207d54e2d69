package dev.alfred.endtoend;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.Waiting;
import dev.alfred.local.launcher.LocalPorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The agent itself tries to get out, by commands that the scripted model has it execute; what the commands printed is
 * read from the requests that reached the model.
 */
class SealedSandboxIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    void reachesTheModelAndNothingElse() {
        RunningAlfred alfred = RunningAlfred.get();
        LocalPorts ports = alfred.system().ports();
        List<String> addresses = Stream.concat(
                        Stream.of(
                                        ports.database(),
                                        ports.broker(),
                                        ports.ingest(),
                                        ports.mailbox(),
                                        ports.orchestrator(),
                                        ports.session(),
                                        ports.forge())
                                .map(port -> "127.0.0.1/" + port),
                        Stream.of("192.0.2.1/443", "1.1.1.1/53"))
                .toList();
        String attempts = addresses.stream()
                .flatMap(address -> Stream.of(Probe.direct(address), Probe.byProxy(address)))
                .collect(Collectors.joining("; "));
        String secrets = "env | cut -d= -f1 | sort | tr '\\n' ' '; ls /alfred/credentials 2>&1";

        String seen = outputOf(alfred, attempts + "; " + secrets);

        addresses.forEach(address -> assertThat(seen).contains("SHUT " + address));
        assertThat(seen).doesNotContain("OPEN ");
        addresses.forEach(address -> assertThat(seen).contains("PROXY 403 " + address));
        assertThat(seen).contains("provider").doesNotContain("/forge").doesNotContain("ALFRED_FORGE_CREDENTIALS");
    }

    /**
     * The forge's git answers slowly meanwhile, so that the stages that speak with it last long enough to be looked
     * into.
     */
    @ParameterizedTest(name = "{0}: the model {1}, the forge {2}")
    @CsvSource({"prepare, 403, 200", "run, 405, 403", "publish, 403, 200"})
    void reachesTheModelOnlyInRun(String stage, String model, String forge) {
        RunningAlfred alfred = RunningAlfred.get();
        LocalPorts ports = alfred.system().ports();
        RunningAlfred.Project project = alfred.newProject("stages");
        alfred.operator().set("it", project.name(), "AUTO_DEVELOP", true);
        alfred.operator().set("it", project.name(), "ANALYSIS_FIRST", false);
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", "Greet the name that is given.");
        String mailbox = project.mailbox(issue);
        alfred.faults().slowGit(project, Duration.ofSeconds(2));

        alfred.dev().label(project.repository(), issue, "alfred");
        String run = Waiting.until(
                        "a run of " + mailbox,
                        LIMIT,
                        () -> alfred.operator().runs(mailbox).stream().findFirst())
                .get("id")
                .asText();
        String seen = Waiting.until(
                "the proxy of " + stage,
                LIMIT,
                () -> Stages.isIn(run, stage)
                        .map(process -> Probe.within(
                                process,
                                Probe.byProxy("127.0.0.1/" + ports.model()) + "; "
                                        + Probe.byProxy("127.0.0.1/" + ports.forge())))
                        .filter(printed -> printed.matches("PROXY \\d+ .*\\R+PROXY \\d+ .*")));
        alfred.faults().clear();
        JsonNode ended = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);

        assertThat(seen)
                .isEqualTo("PROXY %s 127.0.0.1/%d%nPROXY %s 127.0.0.1/%d"
                        .formatted(model, ports.model(), forge, ports.forge()));
        assertThat(ended.get("state").asText()).as(ended.toString()).isEqualTo("succeeded");
    }

    /** Has the agent run a command, and returns what reached the model as its output. */
    private static String outputOf(RunningAlfred alfred, String command) {
        RunningAlfred.Project project = alfred.newProject("sealed");
        long issue = alfred.dev().openIssue(project.repository(), "Look around", "Say what you see.");
        String mailbox = project.mailbox(issue);
        alfred.dev().label(project.repository(), issue, "alfred");
        alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        alfred.dev().comment(project.repository(), issue, "/alfred develop [[tool:" + command + "]]");
        JsonNode run = alfred.operator().awaitEndOfRun(mailbox, 2, LIMIT);
        assertThat(run.get("phase").asText()).isEqualTo("development");
        return alfred.model().requests().stream()
                .filter(request -> request.toString()
                        .contains("Alfred-Run: " + run.get("id").asText()))
                .flatMap(request -> request.findParents("tool_use_id").stream())
                .map(result -> result.path("content").toString())
                .collect(Collectors.joining("\n"));
    }
}

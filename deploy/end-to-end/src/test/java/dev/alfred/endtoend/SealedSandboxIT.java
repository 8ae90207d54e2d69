package dev.alfred.endtoend;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.launcher.LocalPorts;
import org.junit.jupiter.api.Test;

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
                .map(address -> "(timeout 3 bash -c 'exec 3<>/dev/tcp/" + address + "' 2>/dev/null && echo OPEN "
                        + address + " || echo SHUT " + address + ")")
                .collect(Collectors.joining("; "));
        String byProxy = addresses.stream()
                .map(address -> "(curl -s -m 3 -o /dev/null -w 'PROXY %{http_code} " + address
                        + " ' --noproxy '' -x http://127.0.0.1:3128 http://" + address.replace('/', ':') + "/; echo)")
                .collect(Collectors.joining("; "));
        String secrets = "env | cut -d= -f1 | sort | tr '\\n' ' '; ls /alfred/credentials 2>&1";

        String seen = outputOf(alfred, attempts + "; " + byProxy + "; " + secrets);

        addresses.forEach(address -> assertThat(seen).contains("SHUT " + address));
        assertThat(seen).doesNotContain("OPEN ");
        addresses.forEach(address -> assertThat(seen).contains("PROXY 403 " + address));
        assertThat(seen).contains("provider").doesNotContain("/forge").doesNotContain("ALFRED_FORGE_CREDENTIALS");
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

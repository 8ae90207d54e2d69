package dev.alfred.endtoend;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Agents of other mailboxes, adapters and organizations at work at the same moment find nobody's sessions but their own,
 * wherever they look from inside their sandbox.
 */
class NeighboursIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Pattern FOUND = Pattern.compile("FOUND (/[^\\s\"\\\\]+)");
    /** Answered late, so that all of them are under way at once. */
    private static final String LOOK_AROUND = "/alfred develop [[sleep:25]] [[tool:find / -path /proc -prune -o "
            + "\\( -name '*.jsonl' -o -name '*.db*' -o -name '*.sqlite*' -o -path '*agent-sessions*' \\) "
            + "-printf 'FOUND %p\\n' 2>/dev/null; sed 's/^/FOUND \\//' /proc/mounts]]";

    private record Neighbour(RunningAlfred.Project project, long issue, String mailbox, String session) {}

    @Test
    void seeNothingOfOneAnother() {
        RunningAlfred alfred = RunningAlfred.get();
        boolean installed = alfred.installed(AdapterId.CODEX);
        if (!installed) {
            System.out.println("SKIPPED: the CLI of codex is not installed (ALFRED_AGENTS_DIR)");
        }
        assumeTrue(installed, "codex is not installed");
        RunningAlfred.Project north = alfred.newProject("north", "neighbours");
        RunningAlfred.Project south = alfred.newProject("south", "neighbours");
        alfred.operator().set("south", south.name(), "AGENT_ADAPTER", "codex");
        List<Neighbour> neighbours = List.of(settled(alfred, north), settled(alfred, north), settled(alfred, south));

        neighbours.forEach(
                neighbour -> alfred.dev().comment(neighbour.project().repository(), neighbour.issue(), LOOK_AROUND));
        Waiting.until(
                "all neighbours at work at once",
                LIMIT,
                () -> Optional.of(neighbours)
                        .filter(all -> all.stream().allMatch(neighbour -> atWork(alfred, neighbour.mailbox()))));
        List<JsonNode> runs = neighbours.stream()
                .map(neighbour -> alfred.operator().awaitEndOfRun(neighbour.mailbox(), 2, LIMIT))
                .toList();

        for (int i = 0; i < neighbours.size(); i++) {
            Neighbour one = neighbours.get(i);
            assertThat(runs.get(i).at("/session/mode").asText()).isEqualTo("resumed");
            Set<String> found = foundBy(alfred, runs.get(i).get("id").asText());
            assertThat(found).as("its own session").anyMatch(path -> path.contains(one.session()));
            neighbours.stream()
                    .filter(other -> other != one)
                    .forEach(other -> assertThat(found)
                            .as("%s, seen from %s", other.mailbox(), one.mailbox())
                            .noneMatch(path -> path.contains(other.session()) || path.contains(other.mailbox())));
        }
    }

    private static Neighbour settled(RunningAlfred alfred, RunningAlfred.Project project) {
        long issue = alfred.dev().openIssue(project.repository(), "Look around", "Say what you see.");
        alfred.dev().label(project.repository(), issue, "alfred");
        String mailbox = project.mailbox(issue);
        JsonNode first = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        return new Neighbour(
                project, issue, mailbox, first.at("/session/nativeId").asText());
    }

    private static boolean atWork(RunningAlfred alfred, String mailbox) {
        List<JsonNode> runs = alfred.operator().runs(mailbox);
        return runs.size() == 2 && runs.get(1).get("state").asText().equals("running");
    }

    private static Set<String> foundBy(RunningAlfred alfred, String run) {
        return alfred.model().requests().stream()
                .map(JsonNode::toString)
                .filter(request -> request.contains("Alfred-Run: " + run))
                .flatMap(request -> FOUND.matcher(request).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}

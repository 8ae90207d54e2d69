package dev.alfred.endtoend;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The largest prompt, of the characters that grow most when they are escaped. */
@Execution(ExecutionMode.CONCURRENT)
class BigPromptIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int SIZE = 256 * 1024;

    @Test
    void goesTheWholeWayAndResumes() {
        RunningAlfred alfred = RunningAlfred.get();
        RunningAlfred.Project project = alfred.newProject("big");
        String body = "\"\n".repeat(SIZE / 2);
        long issue = alfred.dev().openIssue(project.repository(), "A long story", body);
        String mailbox = project.mailbox(issue);

        alfred.dev().label(project.repository(), issue, "alfred");
        JsonNode first = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        alfred.dev().comment(project.repository(), issue, "/alfred develop " + "'\"' ".repeat(10_000));
        JsonNode second = alfred.operator().awaitEndOfRun(mailbox, 2, LIMIT);

        assertThat(first.get("state").asText()).as(first.toString()).isEqualTo("succeeded");
        assertThat(second.get("state").asText()).as(second.toString()).isEqualTo("succeeded");
        assertThat(second.at("/session/mode").asText()).isEqualTo("resumed");
        String run = first.get("id").asText();
        assertThat(alfred.model().requests())
                .filteredOn(request -> request.toString().contains("Alfred-Run: " + run))
                .anySatisfy(request -> assertThat(request.toString().length()).isGreaterThan(SIZE));
    }
}

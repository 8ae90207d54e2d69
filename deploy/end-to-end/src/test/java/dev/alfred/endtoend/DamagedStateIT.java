package dev.alfred.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever happened to the session's state between two runs, the second run succeeds and says why it began anew. */
@Execution(ExecutionMode.CONCURRENT)
class DamagedStateIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    enum Damage {
        REMOVED("state_missing") {
            @Override
            void inflict(Path session) throws IOException {
                Files.delete(session);
            }
        },
        CUT_IN_HALF("state_corrupt") {
            @Override
            void inflict(Path session) throws IOException {
                byte[] all = Files.readAllBytes(session);
                Files.write(session, Arrays.copyOf(all, all.length / 2));
            }
        },
        REPLACED_BY_A_SYMLINK("state_rejected") {
            @Override
            void inflict(Path session) throws IOException {
                Files.delete(session);
                Files.createSymbolicLink(session, Path.of("/etc/passwd"));
            }
        },
        REPLACED_BY_ANOTHER_SESSION("state_corrupt") {
            @Override
            void inflict(Path session) throws IOException {
                String own = session.getFileName().toString().replace(".jsonl", "");
                String others = Files.readString(session).replace(own, "6f1c2f0e-0000-4000-8000-00000000abcd");
                Files.writeString(session, others);
            }
        };

        private final String reason;

        Damage(String reason) {
            this.reason = reason;
        }

        abstract void inflict(Path session) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void beginsAFreshSessionInSilence(Damage damage) throws IOException {
        RunningAlfred alfred = RunningAlfred.get();
        RunningAlfred.Project project = alfred.newProject("damaged");
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", "Greet the name that is given.");
        String mailbox = project.mailbox(issue);
        alfred.dev().label(project.repository(), issue, "alfred");
        JsonNode first = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        String lost = first.at("/session/nativeId").asText();

        damage.inflict(alfred.sessionFile(mailbox, lost));
        alfred.dev().comment(project.repository(), issue, "/alfred approve");
        JsonNode second = alfred.operator().awaitEndOfRun(mailbox, 2, LIMIT);

        assertThat(second.get("state").asText()).isEqualTo("succeeded");
        assertThat(second.get("attempt").asInt()).as("a fallback is no retry").isEqualTo(1);
        assertThat(second.at("/session/mode").asText()).isEqualTo("fresh");
        assertThat(second.at("/session/reason").asText()).isEqualTo(damage.reason);
        assertThat(second.at("/session/nativeId").asText()).isNotEmpty().isNotEqualTo(lost);
        JsonNode waiting = alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        JsonNode mergeRequest = Waiting.until(
                "a merge request",
                LIMIT,
                () -> alfred.dev()
                        .mergeRequestOf(
                                project.repository(), waiting.get("branch").asText()));
        assertThat(mergeRequest.get("title").asText()).startsWith("WIP:");
        assertThat(alfred.dev().comments(project.repository(), issue))
                .noneMatch(comment -> comment.get("body").asText().contains(damage.reason));
    }
}

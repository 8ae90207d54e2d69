package dev.alfred.runner.adapter.codex;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.LoggedSessions;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.StateCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RolloutsTest {
    private static final String ID = "01a20000-1111-7111-8111-111111111111";
    private static final String OTHER = "01a20000-2222-7111-8111-111111111111";

    @TempDir
    private Path directory;

    private LoggedSessions sessions;
    private Path file;

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        sessions = new LoggedSessions(new Rollouts(), directory);
        file = rollout(directory.resolve("2026/01/31"), ID);
        Files.createDirectories(file.getParent());
        append(
                "{\"timestamp\":\"2026-01-31T00:00:00Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"" + ID
                        + "\",\"cwd\":\"/workspace/repo\"}}",
                "{\"type\":\"event_msg\",\"payload\":{\"type\":\"task_started\"}}",
                item("{\"type\":\"message\",\"role\":\"developer\",\"content\":[]}"),
                user("first"),
                item("{\"type\":\"function_call\",\"name\":\"exec_command\",\"id\":\"fc_1\",\"call_id\":\"call_1\"}"),
                item("{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":\"ok\"}"),
                model("done"),
                "{\"type\":\"event_msg\",\"payload\":{\"type\":\"task_complete\"}}");
    }

    @Test
    void findsARewrittenBeginningUnderAnotherTimeToo() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        Files.writeString(file, Files.readString(file).replace("first", "worst"));
        Files.move(file, file.resolveSibling("rollout-1999-01-01T00-00-00-" + ID + ".jsonl"));

        assertThat(unusable(ID, recorded)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void acceptsWhatWasRecordedAndWhatGrewFromIt() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        append(user("second"), model("done"));

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.check(ID, null)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void acceptsARolloutOutsideOfItsDay() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        Files.move(file, rollout(directory, ID));

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void findsWhatIsNoRecordAndWhatHoldsNoTurn() throws IOException {
        String whole = Files.readString(file);
        for (String damaged : new String[] {
            whole + "\0\0\0\n",
            whole.replace("response_item", "event_msg"),
            whole.lines().limit(4).collect(Collectors.joining("\n", "", "\n")),
            whole.replaceFirst("\\}\n", "\n")
        }) {
            Files.writeString(file, damaged);

            assertThat(unusable(ID, null)).as(damaged).isEqualTo(ResumeFallback.STATE_CORRUPT);
        }
    }

    @Test
    void findsAnotherSessionsRolloutUnderTheIdsName() throws IOException {
        Files.writeString(file, Files.readString(file).replace(ID, OTHER));

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void rejectsALinkUnderTheIdsName() throws IOException {
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);
    }

    @Test
    void entersNoDirectoryThatIsALink(@TempDir Path elsewhere) throws IOException {
        Path outside = Files.move(directory.resolve("2026"), elsewhere.resolve("2026"));
        Files.createSymbolicLink(directory.resolve("2026"), outside);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_MISSING);
    }

    @Test
    void provesAConversationThatWentOn() throws IOException {
        StateCheck.Sound before = sound();
        append("{\"type\":\"turn_context\",\"payload\":{}}", user("second"), model("done"));

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void seesThatNothingWasSaid() throws IOException {
        StateCheck.Sound before = sound();
        append("{\"type\":\"event_msg\",\"payload\":{\"type\":\"task_started\"}}");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());
    }

    private StateCheck.Sound sound() {
        return (StateCheck.Sound) sessions.check(ID, null);
    }

    private ResumeFallback unusable(String id, SessionFingerprint recorded) {
        return ((StateCheck.Unusable) sessions.check(id, recorded)).reason();
    }

    private static Path rollout(Path day, String id) {
        return day.resolve("rollout-2026-01-31T00-00-00-" + id + ".jsonl");
    }

    private void append(String... records) throws IOException {
        Files.writeString(
                file,
                String.join("\n", records) + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String user(String text) {
        return item("{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"" + text
                + "\"}]}");
    }

    private static String model(String text) {
        return item("{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\""
                + text + "\"}]}");
    }

    private static String item(String payload) {
        return "{\"timestamp\":\"2026-01-31T00:00:01Z\",\"type\":\"response_item\",\"payload\":" + payload + "}";
    }
}

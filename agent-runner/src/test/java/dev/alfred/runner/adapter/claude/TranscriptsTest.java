package dev.alfred.runner.adapter.claude;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.LoggedSessions;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.StateCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TranscriptsTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String OTHER = "22222222-1111-4111-8111-111111111111";

    @TempDir
    private Path directory;

    private LoggedSessions sessions;
    private Path file;

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        sessions = new LoggedSessions(new Transcripts(), directory);
        file = directory.resolve("-workspace-repo").resolve(ID + ".jsonl");
        Files.createDirectories(file.getParent());
        append(
                "{\"type\":\"custom-title\",\"customTitle\":\"agent/x\",\"sessionId\":\"" + ID + "\"}",
                user("u1", null, "\"first\""),
                model("a1", "u1"),
                user("u2", "a1", "[{\"type\":\"tool_result\",\"content\":\"ok\"}]"),
                model("a2", "u2"));
    }

    @Test
    void acceptsWhatWasRecordedAndWhatGrewFromIt() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        append(user("u3", "a2", "\"second\""), model("a3", "u3"));

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.check(ID, null)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void findsAnotherSessionsFileUnderTheIdsName() throws IOException {
        String content = Files.readString(file).replace(ID, OTHER);
        Files.writeString(file, content);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void rejectsALinkUnderTheIdsName() throws IOException {
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);
    }

    @Test
    void findsWhatIsNoRecordAndWhatHoldsNoTurn() throws IOException {
        String whole = Files.readString(file);
        for (String damaged : List.of(
                whole + "\0\0\0\n",
                whole.replace("\"type\":\"assistant\"", "\"type\":\"attachment\""),
                whole.replaceFirst("\\}\n", "\n"))) {
            Files.writeString(file, damaged);

            assertThat(unusable(ID, null)).as(damaged).isEqualTo(ResumeFallback.STATE_CORRUPT);
        }
    }

    @Test
    void provesAConversationThatWentOn() throws IOException {
        StateCheck.Sound before = sound();
        append(
                "{\"type\":\"queue-operation\",\"sessionId\":\"" + ID + "\"}",
                user("u3", "a2", "\"second\""),
                model("a3", "u3"));

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void provesAConversationThatWentOnBehindTheClisOwnRecords() throws IOException {
        StateCheck.Sound before = sound();
        append(
                user("t1", "a2", "[{\"type\":\"tool_result\",\"content\":\"interrupted\"}]"),
                model("s1", "t1"),
                user("u3", "s1", "\"second\""));

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void findsAConversationThatHangsOnNothingOrOnSomethingElse() throws IOException {
        StateCheck.Sound before = sound();
        String whole = Files.readString(file);

        append(user("u3", null, "\"second\""));
        assertThat(sessions.prove(ID, before)).as("it hangs on nothing").isInstanceOf(ResumeProof.Lost.class);

        Files.writeString(file, whole);
        append(user("u3", "nowhere", "\"second\""));
        assertThat(sessions.prove(ID, before)).as("it hangs on something else").isInstanceOf(ResumeProof.Lost.class);
    }

    private StateCheck.Sound sound() throws IOException {
        return (StateCheck.Sound) sessions.check(ID, null);
    }

    private ResumeFallback unusable(String id, SessionFingerprint recorded) throws IOException {
        return ((StateCheck.Unusable) sessions.check(id, recorded)).reason();
    }

    private void append(String... records) throws IOException {
        Files.writeString(
                file,
                String.join("\n", records) + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String user(String id, String parent, String content) {
        return record("user", id, parent, "{\"role\":\"user\",\"content\":" + content + "}");
    }

    private static String model(String id, String parent) {
        return record(
                "assistant", id, parent, "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}");
    }

    private static String record(String type, String id, String parent, String message) {
        return "{\"parentUuid\":%s,\"isSidechain\":false,\"type\":\"%s\",\"message\":%s,\"uuid\":\"%s\",\"sessionId\":\"%s\"}"
                .formatted(parent == null ? "null" : "\"" + parent + "\"", type, message, id, ID);
    }
}

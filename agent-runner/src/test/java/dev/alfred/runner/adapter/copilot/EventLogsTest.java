package dev.alfred.runner.adapter.copilot;

import java.io.IOException;
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

class EventLogsTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String OTHER = "22222222-1111-4111-8111-111111111111";

    @TempDir
    private Path directory;

    private LoggedSessions sessions;
    private Path file;

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        sessions = new LoggedSessions(new EventLogs(), directory);
        file = Files.createDirectories(directory.resolve(ID)).resolve("events.jsonl");
        Files.createDirectories(directory.resolve(".session-operation-locks"));
        Files.writeString(directory.resolve(ID).resolve("workspace.yaml"), "id: " + ID);
        append(
                start(null, "e1"),
                event("user.message", "e1", "e2", "\"content\":\"first\""),
                event("system.message", "e2", "e3", "\"role\":\"system\""),
                event("assistant.turn_start", "e3", "e4", ""),
                event("session.usage_record", "e4", "e5", "\"usage\":{}"),
                event("assistant.message", "e5", "e6", "\"content\":\"yes\""),
                event("session.shutdown", "e6", "e7", ""));
    }

    @Test
    void acceptsWhatWasRecordedAndWhatGrewFromIt() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        append(event("session.resume", "e7", "f1", ""), event("user.message", "f1", "f2", "\"content\":\"second\""));

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void missesASessionThatHasNoLog() throws IOException {
        Files.delete(file);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(sessions.exists(ID)).isFalse();
    }

    @Test
    void findsWhatIsNoRecordAndWhatHoldsNoTurn() throws IOException {
        String whole = Files.readString(file);
        for (String damaged : List.of(
                whole + "\0\0\0\n",
                whole.replace("\"user.message\"", "\"user.notes\""),
                whole.replace("\"assistant.message\"", "\"assistant.idle\""),
                whole.replace("\"content\":\"yes\"", "\"content\":"),
                whole.replace(ID, OTHER))) {
            Files.writeString(file, damaged);

            assertThat(unusable(ID, null)).as(damaged).isEqualTo(ResumeFallback.STATE_CORRUPT);
        }
    }

    @Test
    void countsASubAgentsWordsForNoTurn() throws IOException {
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"type\":\"assistant.message\"", "\"agentId\":\"a\",\"type\":\"assistant.message\""));

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void rejectsALinkInPlaceOfTheLog() throws IOException {
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);
    }

    @Test
    void provesAConversationThatWentOnBehindAKilledToolAndASubAgent() throws IOException {
        StateCheck.Sound before = sound();
        append(
                event("session.resume", "e7", "f1", ""),
                event("tool.execution_complete", "f1", "f2", "\"success\":false"),
                event("session.warning", "f2", "f3", "\"warningType\":\"interrupted_tools\""),
                event("user.message", "f3", "f4", "\"content\":\"second\""),
                event("user.message", "f4", "f5", "\"content\":\"sub\"")
                        .replace("\"type\"", "\"agentId\":\"a\",\"type\""),
                event("assistant.message", "f5", "f6", "\"content\":\"yes\""));

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void seesThatNothingWasAddedButWhatTheCliItselfWrites() throws IOException {
        StateCheck.Sound before = sound();
        append(event("session.resume", "e7", "f1", ""), event("session.shutdown", "f1", "f2", ""));

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());
    }

    @Test
    void findsAConversationThatHangsOnSomethingElse() throws IOException {
        StateCheck.Sound before = sound();
        append(event("session.resume", "nowhere", "f1", ""), event("user.message", "f1", "f2", ""));

        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    private StateCheck.Sound sound() {
        return (StateCheck.Sound) sessions.check(ID, null);
    }

    private ResumeFallback unusable(String id, SessionFingerprint recorded) {
        return ((StateCheck.Unusable) sessions.check(id, recorded)).reason();
    }

    private void append(String... records) throws IOException {
        Files.writeString(
                file, String.join("\n", records) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String start(String parent, String id) {
        return event("session.start", parent, id, "\"sessionId\":\"" + ID + "\",\"copilotVersion\":\"1.0.102\"");
    }

    private static String event(String type, String parent, String id, String data) {
        return "{\"type\":\"%s\",\"data\":{%s},\"id\":\"%s\",\"timestamp\":\"2026-11-29T23:16:06.181Z\",\"parentId\":%s}"
                .formatted(type, data, id, parent == null ? null : "\"" + parent + "\"");
    }
}

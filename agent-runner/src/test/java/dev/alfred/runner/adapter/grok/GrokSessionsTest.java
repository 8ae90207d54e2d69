package dev.alfred.runner.adapter.grok;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.StateCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The records are those that the real CLI, 1.0.41, writes, shortened. */
class GrokSessionsTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String OTHER = "22222222-1111-4111-8111-111111111111";
    private static final List<String> LOGS = List.of("chat_history.jsonl", "updates.jsonl", "events.jsonl");

    @TempDir
    private Path state;

    private GrokSessions sessions;
    private Path place;

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        sessions = new GrokSessions(state);
        place = Files.createDirectories(state.resolve("%2Fworkspace%2Frepo").resolve(ID));
        Files.writeString(state.resolve("session_search.sqlite"), "no session");
        summary(place, ID, "headless");
        append(
                "chat_history.jsonl",
                "{\"type\":\"system\",\"content\":\"You are an agent.\"}",
                "{\"type\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"<user_info>\"}]}",
                "{\"type\":\"user\",\"content\":[],\"synthetic_reason\":\"system_reminder\"}");
        turn(0, 3, "first");
    }

    @Test
    void acceptsWhatWasRecordedAndWhatGrewFromIt() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);

        turn(1, 6, "second");

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.check(ID, null)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void missesASessionThatIsNotThere() throws IOException {
        assertThat(unusable(OTHER, null)).isEqualTo(ResumeFallback.STATE_MISSING);
        Files.move(place, state.resolve("elsewhere"));
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_MISSING);
    }

    @Test
    void findsEachFileMissingEmptyAndFullOfGarbage() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        for (String name : List.of("chat_history.jsonl", "updates.jsonl", "events.jsonl", "summary.json")) {
            Path file = place.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (byte[] damaged :
                    List.of(new byte[0], new byte[] {0, 1, -1, 10, 7}, "[]\n".getBytes(StandardCharsets.UTF_8))) {
                Files.write(file, damaged);
                assertThat(unusable(ID, recorded)).as(name).isEqualTo(ResumeFallback.STATE_CORRUPT);
                assertThat(unusable(ID, null)).as(name).isEqualTo(ResumeFallback.STATE_CORRUPT);
            }
            Files.delete(file);
            assertThat(unusable(ID, recorded)).as(name).isEqualTo(ResumeFallback.STATE_MISSING);
            Files.write(file, whole);
            assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        }
    }

    @Test
    void findsALogCutInHalfWhereverTheCutLies() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        for (String name : LOGS) {
            Path file = place.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int length = 1; length < whole.length; length += 17) {
                Files.write(file, Arrays.copyOf(whole, length));

                assertThat(unusable(ID, recorded))
                        .as("%s, %d bytes left", name, length)
                        .isEqualTo(ResumeFallback.STATE_CORRUPT);
            }
            Files.write(file, whole);
        }
    }

    @Test
    void findsARewrittenBeginning() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        for (String name : LOGS) {
            Path file = place.resolve(name);
            String whole = Files.readString(file);
            Files.writeString(file, whole.replaceFirst(":", ": "));

            assertThat(unusable(ID, recorded)).as(name).isEqualTo(ResumeFallback.STATE_CORRUPT);
            Files.writeString(file, whole);
        }
    }

    @Test
    void findsAnotherSessionsFilesUnderTheIdsName() throws IOException {
        for (String name : List.of("updates.jsonl", "events.jsonl", "summary.json")) {
            Path file = place.resolve(name);
            String whole = Files.readString(file);
            Files.writeString(file, whole.replace(ID, OTHER));

            assertThat(unusable(ID, null)).as(name).isEqualTo(ResumeFallback.STATE_CORRUPT);
            Files.writeString(file, whole);
        }
    }

    @Test
    void findsASessionInTwoPlaces() throws IOException {
        Files.createDirectories(state.resolve("%2Fhome").resolve(ID));

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.saved(ID)).isEmpty();
    }

    @Test
    void rejectsLinks() throws IOException {
        Path elsewhere = Files.move(place.resolve("summary.json"), state.resolve("elsewhere"));
        Files.createSymbolicLink(place.resolve("summary.json"), elsewhere);
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);

        Path moved = Files.move(place, state.resolve("moved"));
        Files.createSymbolicLink(place, moved);
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);
        assertThat(sessions.saved(ID)).isEmpty();
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsForNoPipe() throws IOException, InterruptedException {
        StateCheck.Sound before = sound();
        for (String name : List.of("chat_history.jsonl", "updates.jsonl", "events.jsonl", "summary.json")) {
            Path file = place.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                    .isZero();

            assertThat(unusable(ID, null)).as(name).isEqualTo(ResumeFallback.STATE_REJECTED);
            assertThat(sessions.saved(ID)).isEmpty();
            assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
            Files.delete(file);
            Files.write(file, whole);
        }
    }

    @Test
    void holdsNothingToGoOnWithBeforeTheModelHasSpoken() throws IOException {
        Path other = Files.createDirectories(place.resolveSibling(OTHER));
        for (String name : List.of("chat_history.jsonl", "updates.jsonl", "events.jsonl", "summary.json")) {
            Files.writeString(
                    other.resolve(name), Files.readString(place.resolve(name)).replace(ID, OTHER));
        }
        assertThat(sessions.saved(OTHER)).isPresent();

        Path messages = other.resolve("chat_history.jsonl");
        Files.write(messages, Files.readAllLines(messages).subList(0, 4));

        assertThat(sessions.saved(OTHER)).isEmpty();
        assertThat(unusable(OTHER, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void provesAConversationThatWentOn() throws IOException {
        StateCheck.Sound before = sound();
        turn(1, 6, "second");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void provesAConversationThatWentOnBehindTheClisOwnWords() throws IOException {
        StateCheck.Sound before = sound();
        append(
                "chat_history.jsonl",
                "{\"type\":\"tool_result\",\"tool_call_id\":\"c\",\"content\":\"cancelled\"}",
                "{\"type\":\"user\",\"content\":[],\"synthetic_reason\":\"interrupted\"}");
        append("updates.jsonl", update("turn_completed"), update("background_tasks"));
        turn(1, 8, "second");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void seesThatNothingWasAdded() throws IOException {
        StateCheck.Sound before = sound();
        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());

        append("updates.jsonl", update("background_tasks"));
        summary(place, ID, "headless");
        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());
    }

    @Test
    void findsThatTheCliBeganWithLessThanWasThere() throws IOException {
        StateCheck.Sound before = sound();
        turn(1, 3, "second");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Lost("the CLI went on with 3 of 6 messages"));
    }

    @Test
    void findsThatTheCliWroteTheMessagesAnew() throws IOException {
        StateCheck.Sound before = sound();
        List<String> messages = Files.readAllLines(place.resolve("chat_history.jsonl"));
        Files.write(place.resolve("chat_history.jsonl"), messages.subList(0, 3));
        turn(1, 6, "second");

        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void provesAConversationThatWasCompactedOnItsWay() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        StateCheck.Sound before = sound();
        List<String> messages = Files.readAllLines(place.resolve("chat_history.jsonl"));
        append("updates.jsonl", update("auto_compact_started"));
        append("updates.jsonl", update("compaction_checkpoint"), update("auto_compact_completed"));
        Files.write(place.resolve("chat_history.jsonl"), messages.subList(0, 2));
        turn(1, 6, "second");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void findsAnotherSessionBesideItButNoneOfASubAgent() throws IOException {
        StateCheck.Sound before = sound();
        turn(1, 6, "second");
        Path child = Files.createDirectories(place.resolveSibling(OTHER));
        summary(child, OTHER, "subagent");
        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());

        summary(child, OTHER, "headless");
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
        Files.delete(child.resolve("summary.json"));
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void findsThatTheSessionIsGone() throws IOException {
        StateCheck.Sound before = sound();
        Files.delete(place.resolve("events.jsonl"));
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);

        Files.move(place, state.resolve("moved"));
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void listsSessionsAndNothingElse() throws IOException {
        Files.writeString(place.resolveSibling("prompt_history.jsonl"), "{}\n");
        Files.createDirectories(place.resolveSibling("no-session"));

        assertThat(sessions.ids()).isEqualTo(Set.of(ID));
        assertThat(new GrokSessions(state.resolve("nowhere")).ids()).isEmpty();
    }

    @Test
    void seesACommandsOutputAsASignOfLife() throws IOException {
        Path output = Files.createDirectories(place.resolve("terminal")).resolve("call_1.log");
        Files.writeString(output, "x");
        Files.setLastModifiedTime(output, FileTime.fromMillis(4_000_000_000_000L));

        assertThat(sessions.lastChange(ID).toEpochMilli()).isEqualTo(4_000_000_000_000L);
    }

    private StateCheck.Sound sound() {
        return (StateCheck.Sound) sessions.check(ID, null);
    }

    private ResumeFallback unusable(String id, SessionFingerprint recorded) {
        return ((StateCheck.Unusable) sessions.check(id, recorded)).reason();
    }

    private void turn(int index, int messages, String prompt) throws IOException {
        append(
                "events.jsonl",
                "{\"ts\":\"2026-01-01T00:00:00Z\",\"type\":\"turn_started\",\"session_id\":\"%s\",\"turn_number\":%d,\"conversation_message_count\":%d}"
                        .formatted(ID, index, messages),
                "{\"ts\":\"2026-01-01T00:00:01Z\",\"type\":\"turn_ended\",\"outcome\":\"completed\"}");
        append(
                "chat_history.jsonl",
                "{\"type\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],\"prompt_index\":%d}"
                        .formatted(prompt, index),
                "{\"type\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c\"}],\"model_id\":\"m\"}",
                "{\"type\":\"tool_result\",\"tool_call_id\":\"c\",\"content\":\"ok\"}");
        append(
                "updates.jsonl",
                update("user_message_chunk"),
                update("tool_call"),
                update("agent_message_chunk"),
                update("turn_completed"));
    }

    private static String update(String kind) {
        return "{\"timestamp\":1,\"method\":\"session/update\",\"params\":{\"sessionId\":\"%s\",\"update\":{\"sessionUpdate\":\"%s\"}}}"
                .formatted(ID, kind);
    }

    private static void summary(Path place, String id, String kind) throws IOException {
        Files.writeString(
                place.resolve("summary.json"),
                "{\n  \"info\": {\"id\": \"%s\", \"cwd\": \"/workspace/repo\"},\n  \"session_kind\": \"%s\"\n}"
                        .formatted(id, kind));
    }

    private void append(String name, String... records) throws IOException {
        Files.writeString(
                place.resolve(name),
                String.join("\n", records) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}

package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.grok.GrokBuild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GrokBuildContractTest extends AgentContract {
    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        return AgentUnderTest.installed(new GrokBuild(), ModelProtocol.OPENAI_CHAT, "XAI_API_KEY", "grok-4.6");
    }

    @Override
    protected LostAccess.Consequence consequence(LostAccess lost) {
        return switch (lost) {
            case FILES_UNREADABLE, STATE_READ_ONLY -> LostAccess.Consequence.begunAnew(ResumeFallback.STATE_CORRUPT);
            case DIRECTORIES_UNREADABLE -> LostAccess.Consequence.begunAnew(ResumeFallback.STATE_MISSING);
            case HOME_READ_ONLY -> LostAccess.Consequence.resumed();
        };
    }

    @Override
    protected int requestsOfAnOverloadedStart() {
        return 3;
    }

    @Override
    protected Path sessionFile(Path state, String id) throws IOException {
        return directory(state, id).resolve("chat_history.jsonl");
    }

    private static Path directory(Path state, String id) throws IOException {
        try (Stream<Path> groups = Files.list(state)) {
            return groups.map(group -> group.resolve(id))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** What it can't read of the messages it leaves out, under the same id. */
    @Override
    protected String sabotageThatLosesHistory() {
        return "for f in \"$STATE\"/*/*/chat_history.jsonl; do echo garbage > \"$f\"; done";
    }

    /** The messages name no session. */
    @Override
    protected HostileState.Outcome outcome(HostileState kind) {
        return kind == HostileState.ID_INSIDE_REPLACED ? HostileState.Outcome.ANY : super.outcome(kind);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "truncate -s -40 chat_history.jsonl, HISTORY_LOST",
        "truncate -s 6000 chat_history.jsonl, HISTORY_LOST",
        ": > chat_history.jsonl, HISTORY_LOST",
        "rm chat_history.jsonl, HISTORY_LOST",
        "rm chat_history.jsonl updates.jsonl, HISTORY_LOST",
        "rm updates.jsonl, HISTORY_LOST",
        "echo garbage > updates.jsonl, HISTORY_LOST",
        "rm summary.json, STATE_MISSING",
        ": > summary.json, STATE_CORRUPT",
        "echo garbage > summary.json, STATE_CORRUPT",
    })
    void seesThroughWhatHappensToTheStateBehindItsCheck(String damage, ResumeFallback expected, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word,
                RunOptions.usual()
                        .sabotagedBy("for d in \"$STATE\"/*/%s; do (cd \"$d\"; %s); done".formatted(session, damage)));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(expected);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "rm updates.jsonl, STATE_MISSING",
        "rm events.jsonl, STATE_MISSING",
        "rm summary.json, STATE_MISSING",
        "echo garbage > updates.jsonl, STATE_CORRUPT",
        "echo garbage > events.jsonl, STATE_CORRUPT",
        "echo garbage > summary.json, STATE_CORRUPT",
        "truncate -s -40 updates.jsonl, STATE_CORRUPT",
        "sed -i s/-4/-5/ updates.jsonl, STATE_CORRUPT",
        "sed -i s/-4/-5/ events.jsonl, STATE_CORRUPT",
        "sed -i s/-4/-5/ summary.json, STATE_CORRUPT",
    })
    void beginsAnewWhereAFileBesideTheMessagesIsDamaged(String damage, ResumeFallback expected, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        Shell.run(directory(mailbox.state(), session), damage);
        String word = mark();

        LlmResult result = mailbox.run(word);

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(expected);
        assertThat(mailbox.starts()).isEqualTo(1);
    }

    @Test
    void knowsThatAFreshSessionWasNotSaved(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(word + " [[tool:rm -r ../../home-1/.grok/sessions/*]]");

        assertThat(result.text()).contains(word);
        assertThat(result.resumable()).isFalse();
    }

    @Test
    void takesAPromptThatLooksLikeACommandOfTheClisForAPrompt(@TempDir Path directory) throws IOException {
        String word = mark();

        LlmResult result = mailbox(directory).run("/compact " + word);

        assertThat(result.text()).contains(word);
    }

    @Test
    void takesASubAgentsSessionForNoOtherOneAndCountsWhatItUses(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[usage:100,7,20]] [[call:spawn_subagent "
                        + "{\"prompt\":\"Say it.\",\"description\":\"say\",\"subagent_type\":\"general-purpose\",\"background\":false}]]");

        assertResumed(result, session, establishedMark(), word);
        assertThat(result.usage().inputTokens())
                .as("two replies and the sub-agent's")
                .isGreaterThan(200);
        assertThat(Shell.run(mailbox.state(), "grep -l subagent */*/summary.json | wc -l")
                        .strip())
                .isEqualTo("1");
    }
}

package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.opencode.OpenCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** All sessions lie in one database, so that damage to one is damage to all. */
class OpenCodeContractTest extends AgentContract {
    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        return AgentUnderTest.installed(new OpenCode(), ModelProtocol.OPENAI_CHAT, "OPENAI_API_KEY", "scripted-model");
    }

    @Override
    protected int requestsOfAnOverloadedStart() {
        return 6;
    }

    @Override
    protected LostAccess.Consequence consequence(LostAccess lost) {
        return switch (lost) {
            case FILES_UNREADABLE, DIRECTORIES_UNREADABLE ->
                LostAccess.Consequence.begunAnew(ResumeFallback.STATE_CORRUPT);
            case STATE_READ_ONLY, HOME_READ_ONLY -> LostAccess.Consequence.failed(null);
        };
    }

    @Override
    protected Path sessionFile(Path state, String id) {
        return state.resolve("opencode.db");
    }

    @Override
    protected String madeUpId() {
        return "ses_" + UUID.randomUUID().toString().replace("-", "").substring(0, 26);
    }

    /** A past in other words is gone on with as if it were the true one. */
    @Override
    protected String sabotageThatLosesHistory() {
        return "sed -i 's/MARK-/LOST-/g' \"$STATE/opencode.db\"";
    }

    /** It prints nothing before the model's first answer, and starts slowly. */
    @Override
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @Override
    protected boolean resumesElsewhere() {
        return false;
    }

    /** Most of the database's bytes belong to no message of the session. */
    @Override
    protected HostileState.Outcome outcome(HostileState kind) {
        return switch (kind) {
            case GARBAGE_IN_THE_MIDDLE, ONE_BYTE_CHANGED, LAST_BYTES_CUT -> HostileState.Outcome.ANY;
            case ANOTHER_SESSIONS_FILE -> HostileState.Outcome.RESUMED;
            default -> super.outcome(kind);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "head -c 300000 /dev/zero | tr '\\0' x > \"$STATE/opencode.db\"",
                "head -c 20000 \"$STATE/opencode.db\" > \"$STATE/half\"; mv \"$STATE/half\" \"$STATE/opencode.db\"",
                "rm \"$STATE/opencode.db\"; mkdir \"$STATE/opencode.db\""
            })
    void takesTheClisOwnWordThatItCannotReadItsDatabase(String damage, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy(damage));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(ResumeFallback.STATE_CORRUPT);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    /** Which costs it one start; the lock's holder ends with it. */
    @Test
    void beginsAnewWhereAnotherProcessHoldsItsDatabase(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy("""
                        '%s' -cp '%s' %s "$STATE/opencode.db" "$PWD/held" > /dev/null 2>&1 &
                        while [ ! -e held ]; do :; done
                        """.formatted(
                        Path.of(System.getProperty("java.home"), "bin/java"),
                        System.getProperty("java.class.path"),
                        DatabaseLock.class.getName())));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(ResumeFallback.RESUME_REFUSED);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    @Test
    void removesADamagedDatabaseThatWouldHinderAFreshSession(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        mailbox.remember(nothing());
        Files.writeString(sessionFile(mailbox.state(), null), "no database");
        String word = mark();

        LlmResult result = mailbox.run(word);

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumable()).isTrue();
        assertThat(mailbox.starts()).isEqualTo(1);
    }

    @Test
    void leavesTheWholeSessionInOneFile(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);

        assertThat(mailbox.state().toFile().list()).containsExactly("opencode.db");
    }
}

package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.codex.Codex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class CodexContractTest extends AgentContract {
    private static final String COUNTED = " [[usage:100,7,20]]";
    private static final Usage ONE_REPLY = new Usage(100, 7, 20, null);

    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        return AgentUnderTest.installed(new Codex(), ModelProtocol.OPENAI_RESPONSES, "OPENAI_API_KEY", "gpt-scripted");
    }

    @Override
    protected LostAccess.Consequence consequence(LostAccess lost) {
        return switch (lost) {
            case FILES_UNREADABLE, DIRECTORIES_UNREADABLE ->
                LostAccess.Consequence.begunAnew(ResumeFallback.STATE_CORRUPT);
            case STATE_READ_ONLY -> LostAccess.Consequence.begunAnew(ResumeFallback.RESUME_REFUSED);
            case HOME_READ_ONLY -> LostAccess.Consequence.failed(null);
        };
    }

    @Override
    protected int requestsOfAnOverloadedStart() {
        return 9;
    }

    @Override
    protected Path sessionFile(Path state, String id) throws IOException {
        return rollouts(state).stream()
                .filter(file -> file.getFileName().toString().endsWith("-" + id + ".jsonl"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> rollouts(Path state) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(file -> file.getFileName().toString().startsWith("rollout-"))
                    .toList();
        }
    }

    /** Half of a rollout is gone on with as if it were whole. */
    @Override
    protected String sabotageThatLosesHistory() {
        return toEachRollout("lines=$(wc -l < \"$f\"); head -n $((lines / 2)) \"$f\" > half; mv half \"$f\"");
    }

    /** What befalls a session between the look at it and the CLI's start. */
    enum Mishap {
        EMPTIED(ResumeFallback.STATE_CORRUPT, ": > \"$f\""),
        GARBAGE(ResumeFallback.STATE_CORRUPT, "head -c 5000 /dev/urandom > \"$f\""),
        NO_JSON(ResumeFallback.STATE_CORRUPT, "echo words > \"$f\""),
        FIRST_RECORD_DAMAGED(ResumeFallback.STATE_CORRUPT, "sed -i '1s/^/xx/' \"$f\""),
        DIRECTORY_IN_ITS_PLACE(ResumeFallback.STATE_CORRUPT, "rm \"$f\"; mkdir \"$f\""),
        REMOVED(ResumeFallback.STATE_MISSING, "rm \"$f\""),
        PROVIDER_GONE(ResumeFallback.RESUME_REFUSED, "sed -i 's/\"alfred\"/\"gone\"/g' \"$f\""),
        /** A version that numbers no records has written to it. */
        GONE_ON_WITH_BY_AN_OLDER_VERSION(ResumeFallback.RESUME_REFUSED, "sed -i '$s/\"ordinal\":[0-9]*,//' \"$f\""),
        IN_USE(ResumeFallback.RESUME_REFUSED, """
                locks="$HOME/.codex/thread-writer-locks"; mkdir -p "$locks"; lock="$locks/$id.lock"
                flock "$lock" tail -f /dev/null > /dev/null 2>&1 &
                while flock -n "$lock" true; do :; done
                """),
        ANOTHER_ID_INSIDE(
                ResumeFallback.SESSION_CHANGED, "sed -i \"s/$id/01a00000-0000-7000-8000-000000000000/g\" \"$f\"");

        private final ResumeFallback fallback;
        private final String script;

        Mishap(ResumeFallback fallback, String script) {
            this.fallback = fallback;
            this.script = script;
        }
    }

    private static String toEachRollout(String script) {
        return """
                for f in "$STATE"/*/*/*/*.jsonl; do
                  id=$(basename "$f" .jsonl | tail -c 37)
                  %s
                done
                """.formatted(script);
    }

    @ParameterizedTest
    @EnumSource(Mishap.class)
    void beginsAnewWhereTheCliRefusesToResume(Mishap mishap, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        mailbox.run(mark());
        String session = mailbox.resumeId();
        String word = mark();
        String next = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy(toEachRollout(mishap.script)));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(mishap.fallback);
        assertThat(mailbox.starts()).as("the run before it, and two starts").isEqualTo(3);
        assertResumed(mailbox.run(next), result.sessionId(), word, next);
    }

    @Test
    void countsARunThatWasKilledAndNothingOfItInTheNext(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        LlmResult first = mailbox.run(mark() + COUNTED);
        LlmResult killed = mailbox.start(
                        mark() + COUNTED + " [[tool:touch begun; tail -f /dev/null]]", RunOptions.usual())
                .untilThereIs("begun")
                .signal("KILL");
        LlmResult third = mailbox.run(mark() + COUNTED);

        assertThat(List.of(first.usage(), killed.usage(), third.usage()))
                .containsExactly(ONE_REPLY, ONE_REPLY, ONE_REPLY);
    }

    @Test
    void triesAgainInTheSessionThatAFailedFirstTurnMade(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);

        LlmResult failed =
                mailbox.run(mark() + " [[err:500]]", RunOptions.usual().retrying(1));

        assertThat(failed.reason()).isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(mailbox.starts()).isEqualTo(2);
        assertThat(rollouts(mailbox.state())).hasSize(1);
    }

    @Test
    void triesNoRefusedRequestAgain(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);

        LlmResult refused =
                mailbox.run(mark() + " [[err:400]]", RunOptions.usual().retrying(1));

        assertThat(refused.reason()).as(refused.detail()).isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(mailbox.starts()).isEqualTo(1);
    }

    @Test
    void tellsThatNothingWasSavedThoughTheCliSucceeded(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy("rm -rf \"$STATE\"; : > \"$STATE\""));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.text()).contains(word);
        assertThat(result.resumable()).isFalse();
        assertThat(result.fingerprint()).isNull();
    }
}

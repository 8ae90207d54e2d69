package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.adapter.InstalledAgents;
import dev.alfred.runner.adapter.claude.MessagesEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The adapter against the real Claude Code CLI, which talks to a model on loopback. */
@Tag("adapters")
class RealClaudeTest {
    @TempDir
    private Path directory;

    private Attempts attempts;
    private MessagesEndpoint model;

    @BeforeEach
    void theRealCli() throws IOException {
        String configured = System.getProperty("alfred.test.agents", System.getenv("ALFRED_AGENTS_DIR"));
        boolean there = configured != null
                && new InstalledAgents(Path.of(configured))
                        .find(AdapterId.CLAUDE_CODE)
                        .isPresent();
        if (!there) {
            System.out.println("SKIPPED: the real Claude Code CLI is not installed (-Dalfred.test.agents=DIRECTORY)");
        }
        assumeTrue(there, "the real Claude Code CLI is not installed");
        model = new MessagesEndpoint();
        attempts = Attempts.on(directory);
        attempts.useAgents(Path.of(configured), model.url());
    }

    @AfterEach
    void endTheModel() {
        if (model != null) {
            model.close();
        }
    }

    @Test
    void beginsFreshResumesAndProvesItOverThreeRuns() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.prompt = "MARK-second";
        LlmResult second = attempts.runThrough().llm();
        attempts.prompt = "MARK-third";

        LlmResult third = attempts.runThrough().llm();

        assertThat(first.resumable()).isTrue();
        assertThat(first.text()).isEqualTo("seen MARK-first");
        assertThat(second.resumed()).isTrue();
        assertThat(third.resumed()).as(String.valueOf(third.resumeFallback())).isTrue();
        assertThat(third.sessionId()).isEqualTo(first.sessionId());
        assertThat(third.text()).isEqualTo("seen MARK-first,MARK-second,MARK-third");
        assertThat(model.bodies().getLast()).contains("MARK-first", "MARK-second", "MARK-third");
        assertThat(first.usage().inputTokens()).isEqualTo(200);
        assertThat(third.usage().inputTokens()).as("this run alone").isEqualTo(100);
        assertThat(third.usage().costUsd()).isEqualByComparingTo(second.usage().costUsd());
    }

    @Test
    void beginsAnewWhenTheStateIsRemoved() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Files.delete(attempts.transcript(first.sessionId()));

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_MISSING);
    }

    @Test
    void beginsAnewWhenTheStateIsCutInHalf() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Path transcript = attempts.transcript(first.sessionId());
        byte[] whole = Files.readAllBytes(transcript);
        Files.write(transcript, Arrays.copyOf(whole, whole.length / 2));

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void beginsAnewWhenTheStateIsALink() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Path transcript = attempts.transcript(first.sessionId());
        Files.createSymbolicLink(transcript, Files.move(transcript, directory.resolve("elsewhere")));

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_REJECTED);
    }

    @Test
    void beginsAnewWhenTheStateIsAnotherSessions() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.resumeId = null;
        LlmResult other = attempts.runThrough().llm();
        Files.write(attempts.transcript(first.sessionId()), Files.readAllBytes(attempts.transcript(other.sessionId())));
        attempts.remember(first);

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void recognisesTheRealWordsForAnUnknownSession() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Path transcript = attempts.transcript(first.sessionId());
        // Sound in the check's eyes, and yet nowhere where the CLI looks.
        attempts.hideStateFromTheCli = true;

        LlmResult second = attempts.runThrough().llm();

        assertThat(second.reason()).isEqualTo(ExitReason.NONE);
        assertThat(second.resumeFallback()).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(second.sessionId()).isNotEqualTo(first.sessionId());
        assertThat(transcript).exists();
    }

    @Test
    void takesAPromptOf256KiBOfQuotesAndNewlinesAndResumesWithAnother() throws IOException {
        String large = "\"\n'\\\n".repeat(256 * 1024 / 5 - 10);
        attempts.prompt = "MARK-first " + large;
        LlmResult first = attempts.runThrough().llm();
        attempts.prompt = "MARK-second " + large;

        LlmResult second = attempts.runThrough().llm();

        assertThat(first.reason()).isEqualTo(ExitReason.NONE);
        assertThat(second.resumed()).isTrue();
        assertThat(second.text()).isEqualTo("seen MARK-first,MARK-second");
    }

    @Test
    void endsTheRunWhenTheModelsApiRefusesTheCredentials() throws IOException {
        model.answerWith(403);

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.MODEL_AUTHENTICATION);
        assertThat(ran.llm().spoke()).isFalse();
    }

    @Test
    void resumesWhatATimeoutCutOffInTheMiddleOfATool() throws IOException {
        attempts.prompt = "MARK-first [[tool:tail -f /dev/null]]";
        attempts.timeout = Duration.ofSeconds(15);
        StageResult.Ran cutOff = attempts.runThrough();
        attempts.prompt = "MARK-second";
        attempts.timeout = Duration.ofMinutes(2);

        LlmResult resumed = attempts.runThrough().llm();

        assertThat(cutOff.reason()).isEqualTo(ExitReason.TIMEOUT);
        assertThat(cutOff.llm().resumable()).isTrue();
        assertThat(resumed.resumed())
                .as(String.valueOf(resumed.resumeFallback()))
                .isTrue();
        assertThat(resumed.text()).isEqualTo("seen MARK-first,MARK-second");
    }

    @Test
    void triesAgainInTheSessionJustMadeWhenTheModelIsOverloaded() throws IOException {
        // One request and the CLI's own three retries.
        model.answerWith(529, 4);

        LlmResult result = attempts.runThrough().llm();

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumeFallback()).isNull();
        assertThat(result.resumable()).isTrue();
        assertThat(result.text()).isEqualTo("seen MARK-first");
    }

    @Test
    void worksWithoutASessionOption() throws IOException {
        attempts.withSession = false;

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().sessionId()).isNull();
    }

    private static void assertBeganAnew(StageResult.Ran ran, LlmResult before, ResumeFallback reason) {
        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().resumed()).isFalse();
        assertThat(ran.llm().resumeFallback()).isEqualTo(reason);
        assertThat(ran.llm().sessionId()).isNotEqualTo(before.sessionId());
        assertThat(ran.llm().resumable()).isTrue();
    }
}

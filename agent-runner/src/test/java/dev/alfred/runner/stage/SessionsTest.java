package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a mailbox's session over two runs, with an agent that fails on demand. */
class SessionsTest {
    @TempDir
    private Path directory;

    private Attempts attempts;

    @BeforeEach
    void aMailbox() throws IOException {
        attempts = Attempts.on(directory);
    }

    @Test
    void beginsFreshUnderTheChosenIdAndSavesIt() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(attempt.status).isZero();
        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.cliVersion()).isEqualTo("2.1.328");
        assertThat(ran.llm().resumed()).isFalse();
        assertThat(ran.llm().resumeFallback()).isNull();
        assertThat(ran.llm().resumable()).isTrue();
        assertThat(ran.llm().spoke()).isTrue();
        assertThat(ran.llm().fingerprint().files()).hasSize(1);
        assertThat(ran.result().text()).contains("MARK-first");
        assertThat(attempt.lines).contains(new RunnerLine.Session(ran.llm().sessionId(), false, null));
        assertThat(Files.readString(attempts.transcript(ran.llm().sessionId()))).contains(Attempts.BRANCH);
    }

    @Test
    void resumesAndProvesIt() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.prompt = "MARK-second";

        LlmResult second = attempts.runThrough().llm();

        assertThat(second.resumed()).isTrue();
        assertThat(second.resumeFallback()).isNull();
        assertThat(second.sessionId()).isEqualTo(first.sessionId());
        assertThat(second.text()).contains("MARK-first,MARK-second");
        assertThat(second.promptForm()).isEqualTo(PromptForm.FULL);
        assertThat(second.fingerprint().files().getFirst().size())
                .isGreaterThan(first.fingerprint().files().getFirst().size());
    }

    @Test
    void countsUsageAndCostOfTheRunAlone() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.prompt = "MARK-second";

        LlmResult second = attempts.runThrough().llm();

        assertThat(first.usage().inputTokens()).isEqualTo(200);
        assertThat(second.usage().inputTokens()).isEqualTo(100);
        assertThat(second.usage().cachedInputTokens()).isEqualTo(7);
        assertThat(first.usage().costUsd()).isEqualByComparingTo("0.0012");
        assertThat(second.usage().costUsd().doubleValue()).isCloseTo(0.0006, org.assertj.core.data.Offset.offset(1e-9));
    }

    @Test
    void givesAResumedSessionTheDeltaAndAFreshOneEverything() throws IOException {
        attempts.runThrough();
        attempts.useDelta = true;
        attempts.prompt = "MARK-everything";
        attempts.delta = "MARK-delta";

        LlmResult resumed = attempts.runThrough().llm();
        Files.delete(attempts.transcript(resumed.sessionId()));
        LlmResult fresh = attempts.runThrough().llm();

        assertThat(resumed.promptForm()).isEqualTo(PromptForm.DELTA);
        assertThat(resumed.text()).contains("MARK-delta").doesNotContain("MARK-everything");
        assertThat(fresh.promptForm()).isEqualTo(PromptForm.FULL);
        assertThat(fresh.text()).contains("MARK-everything").doesNotContain("MARK-delta");
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
        assertThat(transcript).doesNotExist();
    }

    @Test
    void beginsAnewWhenTheStateIsALink() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Path transcript = attempts.transcript(first.sessionId());
        Path elsewhere = Files.move(transcript, directory.resolve("elsewhere"));
        Files.createSymbolicLink(transcript, elsewhere);
        Attempts.Attempt attempt = attempts.next();

        StageResult.Prepared prepared = attempt.prepare();

        assertThat(prepared.stateFallback()).isEqualTo(ResumeFallback.STATE_REJECTED);
        assertThat(prepared.rejected()).singleElement().asString().endsWith(".jsonl link");
        assertThat(attempt.lines)
                .as("what is removed stands in the run's log")
                .contains(new RunnerLine.Log(
                        Stage.PREPARE,
                        "info",
                        "removed from the session state: " + prepared.rejected().getFirst()));
        assertThat(elsewhere).exists();
        assertBeganAnew(attempt.run(), first, ResumeFallback.STATE_REJECTED);
    }

    @Test
    void leavesTheStateForAnotherAttemptToJudgeWhereNothingCanBeCheckedOut() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Path transcript = attempts.transcript(first.sessionId());
        Files.createSymbolicLink(transcript.resolveSibling("beside"), directory);
        Path away = Files.move(attempts.origin, directory.resolve("away.git"));
        StageResult.Prepared refused = attempts.next().prepare();
        Files.move(away, attempts.origin);
        Attempts.Attempt attempt = attempts.next();

        StageResult.Prepared prepared = attempt.prepare();

        assertThat(refused.reason()).isNotEqualTo(ExitReason.NONE);
        assertThat(prepared.stateFallback()).isEqualTo(ResumeFallback.STATE_REJECTED);
        assertThat(prepared.rejected()).hasSize(2);
        assertBeganAnew(attempt.run(), first, ResumeFallback.STATE_REJECTED);
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
    void beginsAnewWhenTheStateIsTooLarge() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.stateMaxBytes = 100;

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_REJECTED);
    }

    @Test
    void beginsAnewWhenTheCliDoesNotKnowTheSession() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.scenario("unknown-id");

        assertBeganAnew(attempts.runThrough(), first, ResumeFallback.STATE_MISSING);
    }

    @Test
    void stopsTheCliThatGoesOnInAnotherSession() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.scenario("session-changed");
        attempts.prompt = "MARK-second [[tool:touch made-in-the-wrong-session]]";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertBeganAnew(ran, first, ResumeFallback.SESSION_CHANGED);
        assertThat(attempt.lines)
                .filteredOn(RunnerLine.Session.class::isInstance)
                .isNotEmpty()
                .containsOnly(new RunnerLine.Session(ran.llm().sessionId(), false, ResumeFallback.SESSION_CHANGED));
    }

    @Test
    void tellsAFallbackAtOnceEvenIfTheAgentNeverComesToTellItsSession() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        Files.delete(attempts.transcript(first.sessionId()));
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        Files.write(attempts.agent(), "#!/bin/sh\n[ $1 = --version ] && echo 2.1.328 && exit; exit 3\n".getBytes());

        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(attempt.lines)
                .contains(new RunnerLine.Session(ran.llm().sessionId(), false, ResumeFallback.STATE_MISSING));
    }

    @Test
    void discardsWhatWasDoneWithoutTheHistory() throws IOException {
        for (String mishap : new String[] {"history-lost", "forgets"}) {
            attempts.resumeId = null;
            attempts.prompt = "MARK-first";
            LlmResult first = attempts.runThrough().llm();
            attempts.scenario(mishap);
            attempts.prompt =
                    "MARK-second [[tool:if [ -e wrong ]; then echo again > seen; fi; echo x > wrong; echo y > ignored;"
                            + " git add -f wrong; git commit -qm wrong]]";
            Attempts.Attempt attempt = attempts.next();
            attempt.prepare();

            StageResult.Ran ran = attempt.run();

            assertBeganAnew(ran, first, ResumeFallback.HISTORY_LOST);
            assertThat(ran.llm().usage().inputTokens()).as("both starts count").isEqualTo(400);
            assertThat(attempt.layout.repository().resolve("seen")).doesNotExist();
            assertThat(attempt.shell("git log --format=%s")).isEqualTo("wrong\nBegin");
        }
    }

    @Test
    void makesNoSecondStartAfterAnUnrecognisedFailure() throws IOException {
        LlmResult first = attempts.runThrough().llm();
        attempts.scenario("exit:3", "well");
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(attempt.status).isEqualTo(1);
        assertThat(ran.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(ran.llm().sessionId()).isEqualTo(first.sessionId());
        assertThat(Files.readString(attempts.scenario)).isEqualTo("well\n");
    }

    @Test
    void takesTheModelsWordsForNoFailedResume() throws IOException {
        attempts.runThrough();
        attempts.scenario("feigned", "well");

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(ran.llm().resumeFallback()).isNull();
        assertThat(ran.llm().resumed()).isTrue();
    }

    @Test
    void triesAgainInTheSessionJustMadeAfterATransientModelError() throws IOException {
        attempts.scenario("status:529", "unreachable");

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().resumeFallback()).isNull();
        assertThat(ran.llm().resumable()).isTrue();
        assertThat(ran.llm().text()).contains("userturns=3");
    }

    @Test
    void aModelErrorThatStaysEndsTheRun() throws IOException {
        attempts.scenario("status:429", "status:429", "status:429", "well");

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(ran.llm().spoke()).isFalse();
        assertThat(Files.readString(attempts.scenario)).isEqualTo("well\n");
    }

    @Test
    void refusedCredentialsEndTheRunAtOnce() throws IOException {
        attempts.scenario("status:401", "well");

        assertThat(attempts.runThrough().reason()).isEqualTo(ExitReason.MODEL_AUTHENTICATION);
        assertThat(Files.readString(attempts.scenario)).isEqualTo("well\n");
    }

    @Test
    void aSessionThatWasNotSavedIsNotResumable() throws IOException {
        attempts.scenario("saves-nothing");

        LlmResult result = attempts.runThrough().llm();

        assertThat(result.reason()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumable()).isFalse();
        assertThat(result.fingerprint()).isNull();
    }

    @Test
    void aHangingAgentTimesOutAndItsStageHasNotFailed() throws IOException {
        attempts.scenario("stubborn");
        attempts.timeout = Duration.ofSeconds(4);
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).isEqualTo(ExitReason.TIMEOUT);
        assertThat(attempt.status).isZero();
    }

    @Test
    void aSilentAgentIsEnded() throws IOException {
        attempts.scenario("hang");
        attempts.silence = Duration.ofSeconds(4);

        assertThat(attempts.runThrough().reason()).isEqualTo(ExitReason.SILENCE);
    }

    @Test
    void anAgentThatSpendsTooMuchIsEnded() throws IOException {
        attempts.scenario("tokens:1000000");
        attempts.tokenLimit = 1000;

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.BUDGET);
        assertThat(ran.llm().usage().totalTokens()).isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void aKilledAgentIsAFailureThatKeepsItsSession() throws IOException {
        attempts.scenario("killed");

        StageResult.Ran ran = attempts.runThrough();

        assertThat(ran.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(ran.llm().resumable()).isTrue();
    }

    @Test
    void longLinesAndAGigabyteOfOutputDoNoHarm() throws IOException {
        attempts.scenario("long-line", "flood", "garbage");

        assertThat(attempts.runThrough().reason()).isEqualTo(ExitReason.NONE);
        assertThat(attempts.runThrough().reason()).isEqualTo(ExitReason.NONE);
        assertThat(attempts.runThrough().reason()).isEqualTo(ExitReason.NONE);
    }

    @Test
    void usesNoSessionWhereNoneIsGiven() throws IOException {
        attempts.withSession = false;

        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().sessionId()).isNull();
        assertThat(ran.llm().resumable()).isFalse();
    }

    @Test
    void endsAsCancelledWhenToldTo() throws IOException {
        attempts.cancellation.cancel();
        Attempts.Attempt attempt = attempts.next();

        StageResult.Prepared prepared = attempt.prepare();

        assertThat(prepared.reason()).isEqualTo(ExitReason.CANCELLED);
        assertThat(attempt.status).isEqualTo(1);
    }

    private static void assertBeganAnew(StageResult.Ran ran, LlmResult before, ResumeFallback reason) {
        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().resumed()).isFalse();
        assertThat(ran.llm().resumeFallback()).isEqualTo(reason);
        assertThat(ran.llm().sessionId()).isNotEqualTo(before.sessionId());
        assertThat(ran.llm().resumable()).isTrue();
        assertThat(ran.llm().promptForm()).isEqualTo(PromptForm.FULL);
    }
}

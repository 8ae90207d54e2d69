package dev.alfred.runner.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.runner.adapter.SessionArgument.Fresh;
import dev.alfred.runner.adapter.SessionArgument.Resume;
import dev.alfred.runner.files.Trees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.alfred.runner.adapter.ShellCli.ANSWERS;
import static dev.alfred.runner.adapter.ShellCli.CHANGES_THE_SESSION;
import static dev.alfred.runner.adapter.ShellCli.ENDS_IN_ANOTHER_SESSION;
import static dev.alfred.runner.adapter.ShellCli.FORGETS;
import static dev.alfred.runner.adapter.ShellCli.MEETS_A_MODEL_ERROR;
import static dev.alfred.runner.adapter.ShellCli.REFUSES;
import static dev.alfred.runner.adapter.ShellCli.WORKS_AND_MEETS_A_MODEL_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

/** A run that is to resume its mailbox's session, when more than one thing goes wrong in it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentDriverTest extends DriverScene {
    @Test
    void triesAModelAgainInTheFreshSessionThatARefusedResumeLedTo() throws IOException {
        ShellCli cli = new ShellCli(state, REFUSES, MEETS_A_MODEL_ERROR, ANSWERS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null), new Resume(CHOSEN));
        assertThat(cli.starts()).extracting(ShellCli.Start::prompt).containsExactly("delta", "full", "full");
        assertEnded(result, ExitReason.NONE, ResumeFallback.RESUME_REFUSED);
        assertThat(resets).as("nothing had been done").isZero();
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
        assertThat(result.resumed()).isFalse();
        assertThat(result.resumable()).isTrue();
        assertThat(result.promptForm()).isEqualTo(PromptForm.FULL);
    }

    @Test
    void endsWithTheModelsErrorWhenTheFreshSessionHasNoRetryLeft() throws IOException {
        ShellCli cli = new ShellCli(state, MEETS_A_MODEL_ERROR, REFUSES, MEETS_A_MODEL_ERROR);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertEnded(result, ExitReason.MODEL_ERROR, ResumeFallback.RESUME_REFUSED);
        assertThat(resets).isZero();
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
        assertThat(result.spoke()).isFalse();
    }

    @Test
    void beginsAnewWhenTheRetryOfAResumeIsRefused() throws IOException {
        retries = 2;
        ShellCli cli = new ShellCli(state, MEETS_A_MODEL_ERROR, REFUSES, ANSWERS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertEnded(result, ExitReason.NONE, ResumeFallback.RESUME_REFUSED);
        assertThat(resets).as("nothing had been done").isZero();
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
    }

    @Test
    void theFreshSessionSeesNothingOfWhatWasDoneBeforeTheRetryWasRefused() throws IOException {
        ShellCli cli = new ShellCli(state, WORKS_AND_MEETS_A_MODEL_ERROR, REFUSES, ANSWERS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertThat(cli.starts())
                .extracting(ShellCli.Start::workspace)
                .as("a retry goes on with what its session did, a fresh session begins where prepare ended")
                .containsExactly(Set.of(), Set.of("half-done"), Set.of());
        assertThat(resets).isOne();
        assertEnded(result, ExitReason.NONE, ResumeFallback.RESUME_REFUSED);
    }

    @Test
    void aRefusalInTheFreshSessionIsAnOrdinaryFailure() throws IOException {
        ShellCli cli = new ShellCli(state, FORGETS, REFUSES);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertThat(cli.starts().getLast().workspace()).isEmpty();
        assertThat(resets).isOne();
        assertEnded(result, ExitReason.AGENT_FAILED, ResumeFallback.HISTORY_LOST);
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
        assertThat(result.resumable()).isFalse();
        assertThat(result.spoke()).as("in the session that counts").isFalse();
    }

    @Test
    void aRefusalInTheRetryOfTheFreshSessionIsAnOrdinaryFailure() throws IOException {
        retries = 2;
        ShellCli cli = new ShellCli(state, REFUSES, MEETS_A_MODEL_ERROR, REFUSES);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null), new Resume(CHOSEN));
        assertEnded(result, ExitReason.AGENT_FAILED, ResumeFallback.RESUME_REFUSED);
        assertThat(resets).isZero();
    }

    @Test
    void aRefusalWithLessThanASecondLeftIsATimeout() throws IOException {
        ShellCli cli = new ShellCli(state, REFUSES);
        cli.afterEachStart(() -> now = now.plus(TIMEOUT).minusMillis(999));

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.TIMEOUT, null);
        assertThat(result.detail()).isEqualTo("no time was left for a fresh session");
        assertThat(resets).isZero();
        assertThat(result.sessionId()).as("no other session has begun").isEqualTo(PRIOR);
        assertThat(result.resumed()).isFalse();
        assertThat(result.resumable()).isTrue();
    }

    @Test
    void aLostHistoryWithLessThanASecondLeftIsATimeoutThatLeavesNoSessionToResume() throws IOException {
        ShellCli cli = new ShellCli(state, FORGETS);
        cli.afterEachStart(() -> now = now.plus(TIMEOUT).minusMillis(999));

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.TIMEOUT, ResumeFallback.HISTORY_LOST);
        assertThat(resets).isZero();
        assertThat(result.sessionId()).isNull();
        assertThat(result.resumable()).isFalse();
    }

    @Test
    void anotherSessionAtTheEndWithLessThanASecondLeftIsATimeoutThatLeavesNoSessionToResume() throws IOException {
        ShellCli cli = new ShellCli(state, ENDS_IN_ANOTHER_SESSION);
        cli.afterEachStart(() -> now = now.plus(TIMEOUT).minusMillis(999));

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.TIMEOUT, ResumeFallback.SESSION_CHANGED);
        assertThat(resets).isZero();
        assertThat(result.sessionId()).isNull();
        assertThat(result.resumed()).isFalse();
        assertThat(result.resumable()).isFalse();
    }

    @Test
    void discardsWhatWasDoneInASessionThatTurnsOutToBeAnother() throws IOException {
        ShellCli cli = new ShellCli(state, ENDS_IN_ANOTHER_SESSION, ANSWERS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertThat(cli.starts().getLast().workspace()).isEmpty();
        assertThat(resets).isOne();
        assertEnded(result, ExitReason.NONE, ResumeFallback.SESSION_CHANGED);
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
    }

    @Test
    void aModelErrorWithLessThanASecondLeftIsNotTriedAgain() throws IOException {
        ShellCli cli = new ShellCli(state, MEETS_A_MODEL_ERROR);
        cli.afterEachStart(() -> now = now.plus(TIMEOUT).minusMillis(999));

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.MODEL_ERROR, null);
        assertThat(resets).isZero();
    }

    @Test
    void isCancelledInThePauseBeforeTheRetryOfAResume() throws Exception {
        ShellCli cli = new ShellCli(state, WORKS_AND_MEETS_A_MODEL_ERROR);

        LlmResult result = cancelledInItsPause(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.CANCELLED, null);
        assertThat(resets).isZero();
        assertThat(result.sessionId()).isEqualTo(PRIOR);
        assertThat(result.resumed()).as("the conversation had gone on").isTrue();
    }

    @Test
    void isCancelledInThePauseBeforeTheRetryOfTheFreshSession() throws Exception {
        ShellCli cli = new ShellCli(state, REFUSES, MEETS_A_MODEL_ERROR);

        LlmResult result = cancelledInItsPause(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertEnded(result, ExitReason.CANCELLED, ResumeFallback.RESUME_REFUSED);
        assertThat(resets).isZero();
        assertThat(result.sessionId()).isEqualTo(CHOSEN);
    }

    @Test
    void makesNoSecondStartInAWorkspaceThatCantBePutBack() throws IOException {
        resettable = false;
        ShellCli cli = new ShellCli(state, FORGETS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.INTERNAL, ResumeFallback.HISTORY_LOST);
        assertThat(resets).isOne();
        assertThat(result.sessionId()).isNull();
    }

    @Test
    void tellsThatASessionIsAbandonedBeforeTheWorkspaceIsPutBack() throws IOException {
        work(new ShellCli(state, FORGETS, ANSWERS));

        assertThat(toldBeforeReset)
                .as("whoever ends the run there ends it without a result")
                .contains(new RunnerLine.Session(CHOSEN, false, ResumeFallback.HISTORY_LOST));
    }

    @Test
    void noOrderOfMishapsMakesMoreThanTwoStartsForReasonsOfSessions() throws IOException {
        List<String> mishaps =
                List.of(REFUSES, FORGETS, CHANGES_THE_SESSION, ENDS_IN_ANOTHER_SESSION, WORKS_AND_MEETS_A_MODEL_ERROR);
        Set<Integer> counts = new HashSet<>();
        for (String first : mishaps) {
            for (String second : mishaps) {
                for (String third : mishaps) {
                    Trees.empty(state);
                    Trees.empty(workspace);
                    lines.clear();
                    aSessionOfOneTurn();
                    ShellCli cli = new ShellCli(state, first, second, third, REFUSES);

                    work(cli);

                    long retried = logged(line -> line.contains("the next try begins"));
                    long begunAnew = logged(line -> line.contains("a fresh one begins"));
                    String course = String.join("---\n", first, second, third);
                    assertThat(begunAnew).as(course).isLessThanOrEqualTo(1);
                    assertThat(retried).as(course).isLessThanOrEqualTo(retries);
                    assertThat(cli.starts()).as(course).hasSize((int) (1 + begunAnew + retried));
                    counts.add(cli.starts().size());
                }
            }
        }
        assertThat(counts).as("the bound is reached").contains(3);
    }

    private LlmResult cancelledInItsPause(ShellCli cli) throws Exception {
        firstBackoff = Duration.ofMinutes(10);
        CompletableFuture<LlmResult> working = CompletableFuture.supplyAsync(() -> {
            try {
                return work(cli);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        CompletableFuture.anyOf(pausing, working).get(1, TimeUnit.MINUTES);
        cancellation.cancel();
        return working.get(1, TimeUnit.MINUTES);
    }
}

package dev.alfred.runner.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.runner.adapter.SessionArgument.Fresh;
import dev.alfred.runner.adapter.SessionArgument.Resume;
import dev.alfred.runner.adapter.session.PlainLogs;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.alfred.runner.adapter.ShellCli.ANSWERS;
import static dev.alfred.runner.adapter.ShellCli.BEGINS;
import static dev.alfred.runner.adapter.ShellCli.CHANGES_THE_SESSION;
import static dev.alfred.runner.adapter.ShellCli.ENDS_IN_ANOTHER_SESSION;
import static dev.alfred.runner.adapter.ShellCli.FORGETS;
import static dev.alfred.runner.adapter.ShellCli.GOES_ON;
import static dev.alfred.runner.adapter.ShellCli.MEETS_A_MODEL_ERROR;
import static dev.alfred.runner.adapter.ShellCli.REFUSES;
import static dev.alfred.runner.adapter.ShellCli.WORKS_AND_MEETS_A_MODEL_ERROR;
import static dev.alfred.runner.adapter.ShellCli.tells;
import static org.assertj.core.api.Assertions.assertThat;

/** A run that is to resume its mailbox's session, when more than one thing goes wrong in it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentDriverTest {
    private static final String PRIOR = "prior";
    private static final String CHOSEN = "chosen";
    private static final Duration TIMEOUT = Duration.ofHours(1);
    private static final Duration NO_PAUSE = Duration.ZERO;
    private static final ModelPrice PRICE =
            new ModelPrice(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15"));

    @TempDir
    private Path directory;

    private Path state;
    private Path workspace;
    private int resets;
    private List<RunnerLine> toldBeforeReset;
    private boolean resettable = true;
    private int retries = 1;
    private Budget budget = Budget.NONE;
    private Duration firstBackoff = NO_PAUSE;
    private Instant now = Instant.parse("2026-01-31T00:00:00Z");
    private final Cancellation cancellation = new Cancellation();
    private final List<RunnerLine> lines = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> pausing = new CompletableFuture<>();

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        state = Files.createDirectories(directory.resolve("state"));
        workspace = Files.createDirectories(directory.resolve("workspace"));
        Files.writeString(PlainLogs.file(state, PRIOR), "user - - %1$s\nmodel - - %1$s\n".formatted(PRIOR));
    }

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

    @Test
    void endsAStartUnderWayWhenItsTokensCostMoreThanTheRunMay() throws IOException {
        budget = new Budget(new BigDecimal("2"), 0, PRICE);
        ShellCli cli = new ShellCli(state, BEGINS + tells("500000 0 10000") + tells("600000 0 20000") + GOES_ON);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.BUDGET, null);
        assertThat(result.usage().costUsd()).isEqualByComparingTo("2.1");
        assertThat(result.detail()).isEqualTo("the run's budget is used up (2.1 of 2 US dollars, 620000 tokens)");
        assertThat(result.sessionId()).isEqualTo(PRIOR);
        assertThat(result.resumable()).as("the next run goes on in it").isTrue();
        assertThat(lines).contains(new RunnerLine.Used(new Usage(500000, 0, 10000, new BigDecimal("1.65"))));
    }

    @Test
    void endsAStartUnderWayByTheMoneyThatItTells() throws IOException {
        budget = new Budget(new BigDecimal("2"), 0, PRICE);
        ShellCli cli = new ShellCli(state, BEGINS + tells("900000 0 0 0.5") + tells("999999 0 0 2.01") + GOES_ON);

        LlmResult result = work(cli);

        assertEnded(result, ExitReason.BUDGET, null);
        assertThat(result.usage().costUsd()).isEqualByComparingTo("2.01");
    }

    @Test
    void bothStartsOfARunHaveOneBudget() throws IOException {
        budget = new Budget(null, 1000, null);
        ShellCli cli = new ShellCli(state, tells("600 0 0") + FORGETS, BEGINS + tells("401 0 0") + GOES_ON);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR), new Fresh(CHOSEN, null));
        assertEnded(result, ExitReason.BUDGET, ResumeFallback.HISTORY_LOST);
        assertThat(result.usage().totalTokens()).isEqualTo(1001);
    }

    @Test
    void asksNoModelAgainWithNothingLeftOfTheBudget() throws IOException {
        budget = new Budget(null, 1000, null);
        ShellCli cli = new ShellCli(state, tells("1000 0 0") + MEETS_A_MODEL_ERROR, ANSWERS);

        LlmResult result = work(cli);

        assertThat(cli.sessions()).containsExactly(new Resume(PRIOR));
        assertEnded(result, ExitReason.BUDGET, null);
        assertThat(result.sessionId()).isEqualTo(PRIOR);
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

    private LlmResult work(ShellCli cli) throws IOException {
        AgentPlace place = new AgentPlace(
                Path.of("/bin/sh"),
                new AgentVersion(1, 0, 0),
                workspace,
                directory.resolve("home"),
                Map.of(),
                ModelProtocol.ANTHROPIC_MESSAGES,
                null,
                Map.of());
        AgentSettings settings = new AgentSettings(
                0, TIMEOUT, state, null, null, null, false, true, firstBackoff, Duration.ofSeconds(5));
        AgentDriver driver = new AgentDriver(cli, place, settings, this::told, this::reset, cancellation, () -> now);
        return driver.work(new LlmRequest(
                Phase.DEVELOPMENT,
                "model",
                "full",
                "delta",
                new SessionRef("branch", CHOSEN, PRIOR, ShellCli.STATE),
                TIMEOUT,
                retries,
                budget));
    }

    private void told(RunnerLine line) {
        lines.add(line);
        if (line instanceof RunnerLine.Log log && log.message().contains("the next try begins")) {
            pausing.complete(null);
        }
    }

    private boolean reset() throws IOException {
        resets++;
        toldBeforeReset = List.copyOf(lines);
        if (resettable) {
            Trees.empty(workspace);
        }
        return resettable;
    }

    private long logged(Predicate<String> message) {
        return lines.stream()
                .filter(line -> line instanceof RunnerLine.Log log && message.test(log.message()))
                .count();
    }

    private static void assertEnded(LlmResult result, ExitReason reason, ResumeFallback fallback) {
        assertThat(result.reason()).isEqualTo(reason);
        assertThat(result.resumeFallback()).isEqualTo(fallback);
    }
}

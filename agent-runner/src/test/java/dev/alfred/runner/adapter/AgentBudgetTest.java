package dev.alfred.runner.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.adapter.SessionArgument.Fresh;
import dev.alfred.runner.adapter.SessionArgument.Resume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.alfred.runner.adapter.ShellCli.ANSWERS;
import static dev.alfred.runner.adapter.ShellCli.BEGINS;
import static dev.alfred.runner.adapter.ShellCli.FORGETS;
import static dev.alfred.runner.adapter.ShellCli.GOES_ON;
import static dev.alfred.runner.adapter.ShellCli.MEETS_A_MODEL_ERROR;
import static dev.alfred.runner.adapter.ShellCli.tells;
import static org.assertj.core.api.Assertions.assertThat;

/** A run has one budget, whatever it takes to come to its end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentBudgetTest extends DriverScene {
    private static final ModelPrice PRICE =
            new ModelPrice(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15"));

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
}

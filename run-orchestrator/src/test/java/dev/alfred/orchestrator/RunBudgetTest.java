package dev.alfred.orchestrator;

import java.math.BigDecimal;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

/** What a run has used counts, whatever became of its attempts, and ends it where its budget is used up. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunBudgetTest extends RunScene {
    private static final String SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    /** As the profile has it. */
    private static final ModelPrice PRICE = new ModelPrice(BigDecimal.TWO, BigDecimal.TWO, BigDecimal.TEN);

    @Test
    void anotherAttemptHasWhatTheFirstLeftOfTheRunsBudget() {
        RunRequested request = ARunRequest.aRun().by(AdapterId.CODEX).build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, new Usage(500_000, 0, 25_000, new BigDecimal("1.25"))))
                .endsWithoutResult(RunSteps.published(false));
        runs.launched(request, 2);

        assertThat(launcher.orders(request.run()))
                .extracting(order -> order.spec().limits().budget())
                .map(budget -> new Budget(budget.usd().stripTrailingZeros(), budget.tokens(), budget.price()))
                .containsExactly(
                        new Budget(BigDecimal.valueOf(5), 2_000_000, PRICE),
                        new Budget(new BigDecimal("3.75"), 1_475_000, PRICE));
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void noAttemptFollowsOneThatUsedUpTheRunsBudget() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, new Usage(2_000_000, 0, 1, null)))
                .endsWithoutResult(RunSteps.published(false));

        runs.ended(request, RunState.FAILED);
        assertThat(launcher.orders(request.run())).hasSize(1);
        RunSteps.view(request)
                .body("exitReason", equalTo("budget"))
                .body("detail", containsString("2000001 of 2000000 tokens"))
                .body("usage.inputTokens", equalTo(2_000_000))
                .body("session.nativeId", equalTo(SESSION));
    }

    @Test
    void aRunThatIsEndedForItsBudgetFailsAtOnceAndItsSessionGoesOn() {
        RunRequested request = ARunRequest.aRun().build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(new StageResult.Ran(
                        ExitReason.BUDGET,
                        "the run's budget is used up",
                        RunSteps.ran(SESSION, new Usage(100, 0, 1, new BigDecimal("5.01")))
                                .llm(),
                        "2.1.328",
                        null));

        runs.ended(request, RunState.FAILED);
        assertThat(launcher.orders(request.run())).hasSize(1);
        RunSteps.view(request).body("exitReason", equalTo("budget")).body("usage.costUsd", equalTo(5.01f));
        assertThat(peers.records(request.run()))
                .singleElement()
                .satisfies(record -> assertThat(record.resumable()).isTrue());
    }

    @Test
    void whatALostRunUsedCounts() {
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        runs.request(request);

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .prints(new RunnerLine.Used(new Usage(60, 0, 5, null)))
                .prints(new RunnerLine.Used(new Usage(100, 10, 20, null)))
                .dies(ExitReason.RUNNER_LOST);

        runs.ended(request, RunState.LOST);
        RunSteps.view(request)
                .body("usage.inputTokens", equalTo(100))
                .body("usage.cachedInputTokens", equalTo(10))
                .body("usage.outputTokens", equalTo(20));
    }

    @Test
    void aResultThatClaimsMoreThanARunCanUseIsNoneAndHoldsNothingUp() {
        RunRequested request = ARunRequest.aRun().withAttempts(1).build();
        runs.request(request);
        Usage absurd = new Usage(Long.MAX_VALUE, 0, 0, new BigDecimal("1e30"));

        runs.launched(request, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(SESSION, absurd))
                .ends(RunSteps.published(false));

        runs.ended(request, RunState.LOST);
        RunSteps.view(request).body("exitReason", equalTo("result_lost"));
    }
}

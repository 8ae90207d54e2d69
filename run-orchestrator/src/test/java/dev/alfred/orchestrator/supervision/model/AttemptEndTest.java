package dev.alfred.orchestrator.supervision.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.run.model.RunChange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptEndTest {
    private static final StageOutcome LOST = new StageOutcome.ResultLost("half of it");
    private static final StageOutcome KILLED = new StageOutcome.Killed(137);
    private static final StageOutcome CRASHED = new StageOutcome.Killed(2);

    static Stream<Arguments> ends() {
        StageOutcome prepared = prepared(ExitReason.NONE);
        StageOutcome ran = ran(ExitReason.NONE);
        StageOutcome published = published(ExitReason.NONE);
        return Stream.of(
                row("all stages came through", ExitReason.NONE, prepared, ran, published),
                row(
                        "prepare could not reach the forge",
                        ExitReason.FORGE_UNREACHABLE,
                        prepared(ExitReason.FORGE_UNREACHABLE)),
                row("a branch that is not ours", ExitReason.BRANCH_TAKEN, prepared(ExitReason.BRANCH_TAKEN)),
                row("the agent failed", ExitReason.AGENT_FAILED, prepared, ran(ExitReason.AGENT_FAILED)),
                row(
                        "timed out, and what was committed went out",
                        ExitReason.TIMEOUT,
                        prepared,
                        ran(ExitReason.TIMEOUT),
                        published),
                row("the push was refused", ExitReason.PUSH_REFUSED, prepared, ran, published(ExitReason.PUSH_REFUSED)),
                row("the last result was cut", ExitReason.RESULT_LOST, prepared, ran, LOST),
                row("a result in the middle was cut", ExitReason.RESULT_LOST, prepared, LOST, published),
                row("killed from outside", ExitReason.RUNNER_LOST, prepared, KILLED),
                row("crashed by itself", ExitReason.INTERNAL, prepared, CRASHED),
                row("ended before publish", ExitReason.RUNNER_LOST, prepared, ran),
                row("nothing began", ExitReason.RUNNER_LOST),
                row("told to end by a stranger", ExitReason.RUNNER_LOST, prepared, ran(ExitReason.CANCELLED)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void theStagesTellHowItEnded(String what, ExitReason expected, Map<Stage, StageOutcome> stages) {
        assertThat(AttemptEnd.of(facts(stages, ExitReason.NONE, false, false)).reason())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"OUT_OF_MEMORY", "RUNNER_EVICTED", "IMAGE_PULL", "NO_SPACE", "TIMEOUT"})
    void whatEndedItFromOutsideIsTheReasonWhereNoStageToldOne(ExitReason cause) {
        assertThat(AttemptEnd.of(facts(stages(prepared(ExitReason.NONE), KILLED), cause, false, false))
                        .reason())
                .isEqualTo(cause);
    }

    @ParameterizedTest
    @EnumSource(names = {"SETUP_FAILED", "AGENT_FAILED"})
    void whatFailedWhenItsMemoryRanOutRanOutOfMemory(ExitReason told) {
        Map<Stage, StageOutcome> outlived = stages(prepared(ExitReason.NONE), ran(told));

        assertThat(AttemptEnd.of(facts(outlived, ExitReason.OUT_OF_MEMORY, false, false))
                        .reason())
                .isEqualTo(ExitReason.OUT_OF_MEMORY);
    }

    @Test
    void anAgentThatGotOverAToolWithoutMemoryHasSucceeded() {
        Map<Stage, StageOutcome> through =
                stages(prepared(ExitReason.NONE), ran(ExitReason.NONE), published(ExitReason.NONE));

        assertThat(AttemptEnd.of(facts(through, ExitReason.OUT_OF_MEMORY, false, false))
                        .reason())
                .isEqualTo(ExitReason.NONE);
    }

    @Test
    void aCancelIsTheReasonOfWhateverItStopped() {
        assertThat(AttemptEnd.of(facts(stages(prepared(ExitReason.NONE), KILLED), ExitReason.NONE, true, false))
                        .reason())
                .isEqualTo(ExitReason.CANCELLED);
    }

    @Test
    void aCancelThatCameTooLateChangesNothing() {
        Map<Stage, StageOutcome> through =
                stages(prepared(ExitReason.NONE), ran(ExitReason.NONE), published(ExitReason.NONE));

        assertThat(AttemptEnd.of(facts(through, ExitReason.NONE, true, false)).reason())
                .isEqualTo(ExitReason.NONE);
    }

    @Test
    void anAttemptStoppedAtItsDeadlineTimedOut() {
        assertThat(AttemptEnd.of(facts(
                                stages(prepared(ExitReason.NONE), ran(ExitReason.CANCELLED)),
                                ExitReason.CANCELLED,
                                false,
                                true))
                        .reason())
                .isEqualTo(ExitReason.TIMEOUT);
    }

    @Test
    void aStageThatItsLauncherStoppedAtTheDeadlineTimedOut() {
        assertThat(AttemptEnd.of(facts(
                                stages(prepared(ExitReason.NONE), ran(ExitReason.CANCELLED)),
                                ExitReason.TIMEOUT,
                                false,
                                false))
                        .reason())
                .isEqualTo(ExitReason.TIMEOUT);
    }

    @Test
    void aRunnerThatSomebodyElseStoppedWasLost() {
        assertThat(AttemptEnd.of(facts(stages(prepared(ExitReason.NONE), KILLED), ExitReason.CANCELLED, false, false))
                        .reason())
                .isEqualTo(ExitReason.RUNNER_LOST);
    }

    @Test
    void aRunnerThatIsGoneWasLostUnlessSomebodyWantedItGone() {
        assertThat(AttemptEnd.gone("no such pod", false).reason()).isEqualTo(ExitReason.RUNNER_LOST);
        assertThat(AttemptEnd.gone("no such pod", true).reason()).isEqualTo(ExitReason.CANCELLED);
    }

    static Stream<Arguments> everyReason() {
        return Stream.of(ExitReason.values())
                .flatMap(reason -> Stream.of(1, 2).map(launches -> Arguments.of(reason, launches)));
    }

    @ParameterizedTest
    @MethodSource("everyReason")
    void anotherAttemptOnlyForAReasonThatIsNoneOfTheRunsAndWhileThereAreAny(ExitReason reason, int launches) {
        RunChange change = RunEndDecider.decide(new RunEndDecider.Facts(reason, launches, 2, false, false));

        List<ExitReason> another = List.of(
                ExitReason.FORGE_UNREACHABLE,
                ExitReason.RESULT_LOST,
                ExitReason.RUNNER_LOST,
                ExitReason.RUNNER_EVICTED,
                ExitReason.IMAGE_PULL);
        if (another.contains(reason) && launches == 1) {
            assertThat(change).isEqualTo(RunChange.ATTEMPT_LOST);
        } else {
            assertThat(change).isEqualTo(expectedEnd(reason));
        }
    }

    private static RunChange expectedEnd(ExitReason reason) {
        Map<ExitReason, RunChange> ends = new EnumMap<>(ExitReason.class);
        ends.put(ExitReason.NONE, RunChange.SUCCEEDED);
        ends.put(ExitReason.TIMEOUT, RunChange.TIMED_OUT);
        ends.put(ExitReason.CANCELLED, RunChange.CANCELLED);
        ends.put(ExitReason.MAILBOX_CLOSED, RunChange.CANCELLED);
        ends.put(ExitReason.RUNNER_LOST, RunChange.LOST);
        ends.put(ExitReason.RUNNER_EVICTED, RunChange.LOST);
        ends.put(ExitReason.RESULT_LOST, RunChange.LOST);
        return ends.getOrDefault(reason, RunChange.FAILED);
    }

    @Test
    void aCommitThatReachedTheRemoteIsASuccessWhateverWasLost() {
        assertThat(RunEndDecider.decide(new RunEndDecider.Facts(ExitReason.RESULT_LOST, 1, 2, false, true)))
                .isEqualTo(RunChange.SUCCEEDED);
    }

    @Test
    void aCancelledRunGetsNoOtherAttempt() {
        assertThat(RunEndDecider.decide(new RunEndDecider.Facts(ExitReason.FORGE_UNREACHABLE, 1, 2, true, false)))
                .isEqualTo(RunChange.FAILED);
    }

    private static Arguments row(String what, ExitReason expected, StageOutcome... outcomes) {
        return Arguments.of(what, expected, stages(outcomes));
    }

    private static Map<Stage, StageOutcome> stages(StageOutcome... outcomes) {
        Map<Stage, StageOutcome> stages = new EnumMap<>(Stage.class);
        for (int i = 0; i < outcomes.length; i++) {
            stages.put(Stage.values()[i], outcomes[i]);
        }
        return stages;
    }

    private static AttemptEnd.Facts facts(
            Map<Stage, StageOutcome> stages, ExitReason cause, boolean cancelled, boolean overdue) {
        return new AttemptEnd.Facts(stages, cause, null, cancelled, overdue);
    }

    private static StageOutcome prepared(ExitReason reason) {
        return new StageOutcome.Told(new StageResult.Prepared(reason, null, "c0ffee", false, null, List.of()));
    }

    private static StageOutcome ran(ExitReason reason) {
        return new StageOutcome.Told(new StageResult.Ran(reason, null, null, null, null));
    }

    private static StageOutcome published(ExitReason reason) {
        return new StageOutcome.Told(new StageResult.Published(reason, null, "c0ffee", 0, false));
    }
}

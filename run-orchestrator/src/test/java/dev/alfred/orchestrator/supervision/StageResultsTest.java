package dev.alfred.orchestrator.supervision;

import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.StageScript;
import dev.alfred.orchestrator.supervision.model.StageOutcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StageResultsTest {
    private static final StageResult.Published RESULT =
            new StageResult.Published(ExitReason.NONE, null, "4be1f0a9", 2, true);
    private static final StageScript SCRIPT = StageScript.of(RESULT).inPartsOf(16);

    @Test
    void aResultInManyPartsIsPutTogether() {
        assertThat(SCRIPT.parts()).hasSizeGreaterThan(3);
        assertThat(StageResults.outcome(SCRIPT.end(0), SCRIPT.parts())).isEqualTo(new StageOutcome.Told(RESULT));
    }

    @Test
    void partsOfOtherStagesDoNotDisturb() {
        List<RunnerLine.Result> mixed =
                new ArrayList<>(StageScript.of(new StageResult.Ran(ExitReason.NONE, null, null, null, null))
                        .parts());
        mixed.addAll(SCRIPT.parts());

        assertThat(StageResults.outcome(SCRIPT.end(0), mixed)).isEqualTo(new StageOutcome.Told(RESULT));
    }

    @Test
    void aMissingPartLosesTheResult() {
        List<RunnerLine.Result> cut = new ArrayList<>(SCRIPT.parts());
        cut.remove(1);

        assertThat(StageResults.outcome(SCRIPT.end(0), cut)).isInstanceOf(StageOutcome.ResultLost.class);
    }

    @Test
    void aPartThatWasChangedLosesTheResult() {
        List<RunnerLine.Result> forged = new ArrayList<>(SCRIPT.parts());
        RunnerLine.Result first = forged.getFirst();
        forged.set(0, new RunnerLine.Result(first.stage(), first.part(), first.of(), "e30="));

        assertThat(StageResults.outcome(SCRIPT.end(0), forged)).isInstanceOf(StageOutcome.ResultLost.class);
    }

    @Test
    void aResultWithoutTerminationMessageIsLost() {
        assertThat(StageResults.outcome(new StageEnd(Stage.PUBLISH, 0, null), SCRIPT.parts()))
                .isInstanceOf(StageOutcome.ResultLost.class);
        assertThat(StageResults.outcome(new StageEnd(Stage.PUBLISH, 0, "not json"), SCRIPT.parts()))
                .isInstanceOf(StageOutcome.ResultLost.class);
    }

    @Test
    void aFailureWithoutAReasonIsNoResult() {
        assertThat(StageResults.outcome(SCRIPT.end(1), SCRIPT.parts())).isInstanceOf(StageOutcome.ResultLost.class);
    }

    @Test
    void anyOtherStatusMeansKilledWhateverWasPrinted() {
        assertThat(StageResults.outcome(SCRIPT.end(137), SCRIPT.parts())).isEqualTo(new StageOutcome.Killed(137));
    }

    @Test
    void whatPublishReportedBeforeItWasKilledIsKnown() {
        assertThat(StageResults.reportedByPublish(SCRIPT.parts())).contains(RESULT);
    }
}

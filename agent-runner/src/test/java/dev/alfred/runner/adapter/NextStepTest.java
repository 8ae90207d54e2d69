package dev.alfred.runner.adapter;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.process.StopCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NextStepTest {
    private static final String ASKED = "11111111-1111-4111-8111-111111111111";

    @Test
    void aGoodEndIsTheEnd() {
        assertThat(NextStep.after(fresh(well(null)))).isEqualTo(new NextStep.Finish(ExitReason.NONE, null));
    }

    @Test
    void aProvenResumeIsTheEnd() {
        assertThat(NextStep.after(resuming(well(ASKED), new ResumeProof.Proven())))
                .isEqualTo(new NextStep.Finish(ExitReason.NONE, null));
    }

    @Test
    void aRecognisedRefusalLeadsToAFreshSessionWithAResetOnlyIfAnEarlierTryHasWorked() {
        for (boolean worked : new boolean[] {false, true}) {
            NextStep next = NextStep.after(new NextStep.Facts(
                    true,
                    ASKED,
                    ended(1, false, null),
                    worked,
                    Optional.of(ResumeFallback.STATE_MISSING),
                    Optional.of(new ResumeProof.NotGrown()),
                    ModelFailure.NONE,
                    false,
                    2,
                    true));

            assertThat(next).isInstanceOfSatisfying(NextStep.StartFresh.class, fresh -> {
                assertThat(fresh.reason()).isEqualTo(ResumeFallback.STATE_MISSING);
                assertThat(fresh.reset()).isEqualTo(worked);
            });
        }
    }

    @Test
    void anUnrecognisedFailureOfAResumeIsAnOrdinaryFailure() {
        assertThat(NextStep.after(resuming(ended(1, false, null), new ResumeProof.NotGrown())))
                .isInstanceOfSatisfying(
                        NextStep.Finish.class,
                        finish -> assertThat(finish.reason()).isEqualTo(ExitReason.AGENT_FAILED));
    }

    @Test
    void anotherSessionLeadsToAResetAndAFreshOne() {
        for (NextStep next : List.of(
                NextStep.after(resuming(stopped(StopCause.SESSION_CHANGED), new ResumeProof.NotGrown())),
                NextStep.after(resuming(well("22222222-1111-4111-8111-111111111111"), new ResumeProof.Proven())))) {
            assertThat(next).isInstanceOfSatisfying(NextStep.StartFresh.class, fresh -> {
                assertThat(fresh.reason()).isEqualTo(ResumeFallback.SESSION_CHANGED);
                assertThat(fresh.reset()).isTrue();
            });
        }
    }

    @Test
    void aLostHistoryDiscardsEvenASuccess() {
        for (ResumeProof proof : List.of(new ResumeProof.NotGrown(), new ResumeProof.Lost("the prefix changed"))) {
            assertThat(NextStep.after(resuming(well(ASKED), proof)))
                    .isInstanceOfSatisfying(NextStep.StartFresh.class, fresh -> {
                        assertThat(fresh.reason()).isEqualTo(ResumeFallback.HISTORY_LOST);
                        assertThat(fresh.reset()).isTrue();
                    });
        }
    }

    @Test
    void withNoTimeLeftAFallbackIsATimeout() {
        NextStep.Facts late = new NextStep.Facts(
                true,
                ASKED,
                well(ASKED),
                true,
                Optional.empty(),
                Optional.of(new ResumeProof.NotGrown()),
                ModelFailure.NONE,
                false,
                2,
                false);

        assertThat(NextStep.after(late))
                .isInstanceOfSatisfying(
                        NextStep.Finish.class,
                        finish -> assertThat(finish.reason()).isEqualTo(ExitReason.TIMEOUT));
    }

    @Test
    void everyStopHasItsReason() {
        assertThat(reasonOf(StopCause.TIMEOUT)).isEqualTo(ExitReason.TIMEOUT);
        assertThat(reasonOf(StopCause.SILENCE)).isEqualTo(ExitReason.SILENCE);
        assertThat(reasonOf(StopCause.BUDGET)).isEqualTo(ExitReason.BUDGET);
        assertThat(reasonOf(StopCause.CANCELLED)).isEqualTo(ExitReason.CANCELLED);
    }

    @Test
    void modelErrorsAreToldApart() {
        assertThat(NextStep.after(modelFailed(ModelFailure.TRANSIENT, 1))).isInstanceOf(NextStep.Retry.class);
        assertThat(reason(NextStep.after(modelFailed(ModelFailure.TRANSIENT, 0))))
                .isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(reason(NextStep.after(modelFailed(ModelFailure.PERMANENT, 2))))
                .isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(reason(NextStep.after(modelFailed(ModelFailure.AUTHENTICATION, 2))))
                .isEqualTo(ExitReason.MODEL_AUTHENTICATION);
    }

    @Test
    void anAgentThatFailedIsToldByItsErrorAndNotByAWarningBeforeIt() {
        AgentEnd end = new AgentEnd(
                1,
                Optional.empty(),
                null,
                false,
                null,
                null,
                Usage.NOTHING,
                "WARNING: no alias was made\n\nError: no place to write\n");

        assertThat(NextStep.after(fresh(end)))
                .isEqualTo(new NextStep.Finish(ExitReason.AGENT_FAILED, "the agent failed: Error: no place to write"));
    }

    private static ExitReason reasonOf(StopCause cause) {
        return reason(NextStep.after(fresh(stopped(cause))));
    }

    private static ExitReason reason(NextStep next) {
        return ((NextStep.Finish) next).reason();
    }

    private static NextStep.Facts modelFailed(ModelFailure failure, int retriesLeft) {
        return new NextStep.Facts(
                false,
                null,
                ended(1, false, null),
                false,
                Optional.empty(),
                Optional.empty(),
                failure,
                false,
                retriesLeft,
                true);
    }

    private static NextStep.Facts fresh(AgentEnd end) {
        return new NextStep.Facts(
                false, null, end, end.spoke(), Optional.empty(), Optional.empty(), ModelFailure.NONE, false, 2, true);
    }

    private static NextStep.Facts resuming(AgentEnd end, ResumeProof proof) {
        return new NextStep.Facts(
                true, ASKED, end, end.spoke(), Optional.empty(), Optional.of(proof), ModelFailure.NONE, false, 2, true);
    }

    private static AgentEnd well(String sessionId) {
        AgentReport report = new AgentReport(
                false, "success", null, false, 1, "done", sessionId, Usage.NOTHING, BigDecimal.ZERO, null, List.of());
        return new AgentEnd(0, Optional.empty(), report, true, sessionId, "done", Usage.NOTHING, "");
    }

    private static AgentEnd ended(int exitCode, boolean spoke, AgentReport report) {
        return new AgentEnd(exitCode, Optional.empty(), report, spoke, null, null, Usage.NOTHING, "it broke");
    }

    private static AgentEnd stopped(StopCause cause) {
        return new AgentEnd(143, Optional.of(cause), null, true, null, null, Usage.NOTHING, "");
    }
}

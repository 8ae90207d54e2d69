package dev.alfred.orchestrator.session.model;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.orchestrator.session.model.SessionOutcome.Plan;
import dev.alfred.orchestrator.session.model.SessionOutcome.Seen;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionOutcomeTest {
    private static final String NAME = "agent/issue-7-sort-the-shelves";
    private static final String FRESH = "0f8e1a52-58a3-4d0c-9d9c-6a1f0d6c2b11";
    private static final String PRIOR = "77a1c0de-0000-4000-8000-000000000001";
    private static final SessionFingerprint BEFORE =
            new SessionFingerprint(List.of(new SessionFingerprint.FileMark("a.jsonl", 10, 2, "00")));

    @Test
    void aProvenResumeIsResumed() {
        SessionOutcome outcome = SessionOutcome.of(resuming(), ended(result(PRIOR, true, null)));

        assertThat(outcome.session()).isEqualTo(RunSession.resumed(NAME, PRIOR));
        assertThat(outcome.fallback()).isNull();
        assertThat(outcome.promptSeen()).isTrue();
    }

    @Test
    void aFallbackThatTheCliShowedIsTheReason() {
        SessionOutcome outcome =
                SessionOutcome.of(resuming(), ended(result(FRESH, false, ResumeFallback.HISTORY_LOST)));

        assertThat(outcome.session()).isEqualTo(RunSession.fresh(NAME, FRESH, ResumeFallback.HISTORY_LOST));
    }

    @Test
    void aFallbackThatWasKnownBeforeIsTheReason() {
        SessionOutcome outcome = SessionOutcome.of(first(), ended(result(FRESH, false, null)));

        assertThat(outcome.session()).isEqualTo(RunSession.fresh(NAME, FRESH, ResumeFallback.NO_PRIOR_SESSION));
    }

    @Test
    void aStateThatPrepareRefusedIsTheReason() {
        Seen seen = new Seen(
                Optional.of(new StageResult.Prepared(
                        ExitReason.NONE, null, "c0ffee", true, ResumeFallback.STATE_REJECTED, List.of())),
                Optional.of(FRESH),
                Optional.empty(),
                true,
                true,
                Optional.of(result(FRESH, false, null)));

        assertThat(SessionOutcome.of(resuming(), seen).session())
                .isEqualTo(RunSession.fresh(NAME, FRESH, ResumeFallback.STATE_REJECTED));
    }

    @Test
    void aRunWithoutSessionSaysWhy() {
        Plan plan = new Plan(NAME, SessionOff.SETTING_OFF, FRESH, true, Optional.empty());

        SessionOutcome outcome = SessionOutcome.of(plan, ended(result("whatever", false, null)));

        assertThat(outcome.session()).isEqualTo(RunSession.off(SessionOff.SETTING_OFF));
        assertThat(outcome.resumable()).isFalse();
    }

    @Test
    void aKilledFreshRunIsKnownByTheIdThatWasChosenBeforehand() {
        SessionOutcome outcome = SessionOutcome.of(first(), interrupted(Optional.empty(), true));

        assertThat(outcome.session()).isEqualTo(RunSession.fresh(NAME, FRESH, ResumeFallback.NO_PRIOR_SESSION));
        assertThat(outcome.cliStarted()).isTrue();
        assertThat(outcome.resumable()).isTrue();
    }

    @Test
    void aKilledFreshRunOfACliThatChoosesItsOwnIdsHasNone() {
        Plan plan = new Plan(NAME, null, FRESH, false, first().resolution());

        assertThat(SessionOutcome.of(plan, interrupted(Optional.empty(), true))
                        .session()
                        .nativeId())
                .isNull();
    }

    @Test
    void aKilledResumeThatTheCliHadTakenIsSaidToBeOneWithoutProof() {
        SessionOutcome outcome = SessionOutcome.of(resuming(), interrupted(Optional.of(PRIOR), true));

        assertThat(outcome.session()).isEqualTo(RunSession.unproven(NAME, PRIOR));
        assertThat(outcome.resumed()).isFalse();
        assertThat(outcome.fingerprint()).isEqualTo(BEFORE);
    }

    @Test
    void aCliThatDiedInTheSessionThatItWasAskedForResumedItWithoutProof() {
        SessionOutcome outcome = SessionOutcome.of(resuming(), ended(result(PRIOR, false, null)));

        assertThat(outcome.session()).isEqualTo(RunSession.unproven(NAME, PRIOR));
        assertThat(outcome.resumed()).isFalse();
    }

    @Test
    void aResumeOfWhichTheCliToldNothingIsNone() {
        SessionOutcome outcome = SessionOutcome.of(resuming(), interrupted(Optional.empty(), true));

        assertThat(outcome.session()).isEqualTo(new RunSession(NAME, PRIOR, null, null));
    }

    @Test
    void aFallbackThatTheStageToldBeforeItWasKilledIsTheReason() {
        Seen seen = new Seen(
                Optional.empty(),
                Optional.of(FRESH),
                Optional.of(ResumeFallback.STATE_CORRUPT),
                true,
                true,
                Optional.empty());

        assertThat(SessionOutcome.of(resuming(), seen).session())
                .isEqualTo(RunSession.fresh(NAME, FRESH, ResumeFallback.STATE_CORRUPT));
    }

    @Test
    void anAttemptThatNeverReachedTheCliStartedNoSession() {
        SessionOutcome outcome = SessionOutcome.of(resuming(), interrupted(Optional.empty(), false));

        assertThat(outcome.session().nativeId()).isNull();
        assertThat(outcome.cliStarted()).isFalse();
        assertThat(outcome.resumable()).isFalse();
    }

    private static Plan first() {
        return plan(null, ResumeFallback.NO_PRIOR_SESSION);
    }

    private static Plan resuming() {
        return plan(PRIOR, null);
    }

    private static Plan plan(String resumeId, ResumeFallback fallback) {
        return new Plan(
                NAME,
                null,
                FRESH,
                true,
                Optional.of(new SessionResolution(
                        resumeId,
                        fallback,
                        resumeId == null ? null : BEFORE,
                        null,
                        UUID.randomUUID(),
                        false,
                        new StateLocation.Directory("/state"))));
    }

    private static Seen ended(LlmResult result) {
        return new Seen(
                Optional.empty(), Optional.of(result.sessionId()), Optional.empty(), true, true, Optional.of(result));
    }

    private static Seen interrupted(Optional<String> known, boolean begun) {
        return new Seen(Optional.empty(), known, Optional.empty(), begun, false, Optional.empty());
    }

    private static LlmResult result(String id, boolean resumed, ResumeFallback fallback) {
        return new LlmResult(
                ExitReason.NONE,
                null,
                "done",
                id,
                resumed,
                fallback,
                true,
                null,
                true,
                PromptForm.FULL,
                Usage.NOTHING,
                null);
    }
}

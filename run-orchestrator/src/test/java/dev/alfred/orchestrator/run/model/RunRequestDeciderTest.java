package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.run.model.RunRequestDecider.Known;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class RunRequestDeciderTest {
    private static final Cancel CANCEL = new Cancel("ada", "no longer needed", Instant.EPOCH);

    @Test
    void aNewRequestIsQueued() {
        assertThat(RunRequestDecider.requested(Optional.empty(), Optional.empty()))
                .isEqualTo(new RunRequestDecision.Enqueue());
    }

    @Test
    void aRequestWhoseCancelCameFirstIsCancelledOnArrival() {
        assertThat(RunRequestDecider.requested(Optional.empty(), Optional.of(CANCEL)))
                .isEqualTo(new RunRequestDecision.EnqueueCancelled(CANCEL));
    }

    @Test
    void aRequestForAKnownRunChangesNothing() {
        for (RunState state : RunState.values()) {
            assertThat(RunRequestDecider.requested(Optional.of(new Known(state, false, false)), Optional.empty()))
                    .isEqualTo(new RunRequestDecision.Ignore("already_known"));
        }
    }

    @Test
    void aCancelBeforeItsRequestIsKept() {
        assertThat(RunRequestDecider.cancelRequested(Optional.empty()))
                .isEqualTo(new RunRequestDecision.KeepTombstone());
    }

    static Stream<Arguments> cancels() {
        return Stream.of(RunState.values())
                .flatMap(state -> Stream.of(true, false)
                        .flatMap(prepared -> Stream.of(true, false)
                                .map(cancelling -> Arguments.of(
                                        new Known(state, prepared, cancelling),
                                        expected(state, prepared, cancelling)))));
    }

    private static RunRequestDecision expected(RunState state, boolean prepared, boolean cancelling) {
        if (state.ended()) {
            return new RunRequestDecision.Ignore("already_ended");
        }
        if (state == RunState.QUEUED && !prepared) {
            return new RunRequestDecision.CancelNow();
        }
        return cancelling
                ? new RunRequestDecision.Ignore("already_cancelling")
                : new RunRequestDecision.CancelByOwner();
    }

    @ParameterizedTest
    @MethodSource("cancels")
    void aCancelEndsWhatIsUntouchedAndAsksTheOwnerOtherwise(Known known, RunRequestDecision expected) {
        assertThat(RunRequestDecider.cancelRequested(Optional.of(known))).isEqualTo(expected);
    }
}

package dev.alfred.conformance;

import java.time.Duration;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FakeLlmAdapterTest {
    private final FakeLlmAdapter adapter = new FakeLlmAdapter().withResumableSessions();

    @Test
    void goesOnInASessionThatItMade() {
        LlmResult first = adapter.work(request("first", "f1", null));

        LlmResult second = adapter.work(request("second", "f2", first.sessionId()));

        assertThat(first.resumed()).isFalse();
        assertThat(second.resumed()).isTrue();
        assertThat(second.sessionId()).isEqualTo("f1");
        assertThat(second.text()).isEqualTo("first\nsecond");
    }

    @Test
    void beginsAnewForTheReasonThatWasOrdered() {
        LlmResult first = adapter.work(request("first", "f1", null));
        adapter.refuseNextResume(ResumeFallback.RESUME_REFUSED);

        LlmResult second = adapter.work(request("second", "f2", first.sessionId()));
        LlmResult third = adapter.work(request("third", "f3", second.sessionId()));

        assertThat(second.resumed()).isFalse();
        assertThat(second.resumeFallback()).isEqualTo(ResumeFallback.RESUME_REFUSED);
        assertThat(second.text()).isEqualTo("second");
        assertThat(third.resumed()).isTrue();
    }

    @Test
    void missesASessionThatItNeverMade() {
        LlmResult result = adapter.work(request("first", "f1", "unheard-of"));

        assertThat(result.resumeFallback()).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(result.sessionId()).isEqualTo("f1");
    }

    @Test
    void usesNoSessionWhereNoneIsAskedForOrNoneCanBeKept() {
        assertThat(adapter.work(request("first", null, null)).sessionId()).isNull();
        assertThat(new FakeLlmAdapter().work(request("first", "f1", null)).sessionId())
                .isNull();
        assertThat(new FakeLlmAdapter().capabilities().resumableSessions()).isFalse();
    }

    @Test
    void failsAsOrderedAndOnlyThen() {
        adapter.failNext(ExitReason.MODEL_ERROR);

        assertThat(adapter.work(request("first", "f1", null)).reason()).isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(adapter.work(request("first", "f2", null)).reason()).isEqualTo(ExitReason.NONE);
    }

    private static LlmRequest request(String prompt, String freshId, String resumeId) {
        SessionRef session = freshId == null
                ? null
                : new SessionRef(
                        "agent/issue-7", freshId, resumeId, new SessionStatePath("/home/agent/.fake/sessions"));
        return new LlmRequest(Phase.DEVELOPMENT, "fake", prompt, null, session, Duration.ofMinutes(1), 0, Budget.NONE);
    }
}

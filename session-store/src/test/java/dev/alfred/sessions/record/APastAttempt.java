package dev.alfred.sessions.record;

import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.sessions.record.model.PastAttempt;

/** An attempt as tables of decisions tell it: by Claude Code, it went well. */
record APastAttempt(PastAttempt attempt) {
    static final SessionFingerprint PRINT = new SessionFingerprint(List.of());
    static final SessionTotals TOTALS = new SessionTotals(null, 1, 2, 3);

    static APastAttempt run(int number) {
        return new APastAttempt(new PastAttempt(
                new UUID(0, number),
                1,
                AdapterId.CLAUDE_CODE,
                null,
                null,
                null,
                "2.1.270",
                null,
                null,
                true,
                false,
                true,
                true,
                true,
                RunState.SUCCEEDED,
                ExitReason.NONE,
                false));
    }

    APastAttempt withoutId() {
        return session(null, attempt.askedId(), attempt.fallback());
    }

    APastAttempt made(String id) {
        return session(id, null, null);
    }

    APastAttempt resumed(String id) {
        return session(id, id, null);
    }

    APastAttempt asked(String id) {
        return session(null, id, null);
    }

    APastAttempt fellBack(String freshId) {
        return session(freshId, attempt.askedId(), ResumeFallback.STATE_CORRUPT);
    }

    /** It fell back, and no other session became known. */
    APastAttempt fellBack(ResumeFallback reason) {
        return session(null, attempt.askedId(), reason);
    }

    APastAttempt by(AdapterId adapter) {
        return with(adapter, attempt.attempt(), attempt.cliVersion());
    }

    APastAttempt attempt(int number) {
        return with(attempt.adapter(), number, attempt.cliVersion());
    }

    APastAttempt version(String version) {
        return with(attempt.adapter(), attempt.attempt(), version);
    }

    APastAttempt removed() {
        return flags(attempt.resumable(), attempt.tainted(), attempt.cliStarted(), attempt.spoke(), true);
    }

    APastAttempt unsaved() {
        return flags(false, attempt.tainted(), attempt.cliStarted(), attempt.spoke(), attempt.stateRemoved());
    }

    APastAttempt tainted() {
        return flags(attempt.resumable(), true, attempt.cliStarted(), attempt.spoke(), attempt.stateRemoved());
    }

    APastAttempt wordless() {
        return flags(attempt.resumable(), attempt.tainted(), attempt.cliStarted(), false, attempt.stateRemoved())
                .ended(RunState.FAILED, ExitReason.AGENT_FAILED);
    }

    APastAttempt notStarted() {
        return flags(attempt.resumable(), attempt.tainted(), false, attempt.spoke(), attempt.stateRemoved());
    }

    APastAttempt ended(RunState outcome, ExitReason reason) {
        return all(outcome, reason, attempt.fingerprint(), attempt.totals(), attempt.promptSeen());
    }

    APastAttempt printed() {
        return all(attempt.outcome(), attempt.exitReason(), PRINT, TOTALS, attempt.promptSeen());
    }

    APastAttempt unseen() {
        return all(attempt.outcome(), attempt.exitReason(), null, null, false);
    }

    private APastAttempt session(String nativeId, String askedId, ResumeFallback fallback) {
        return new APastAttempt(new PastAttempt(
                attempt.run(),
                attempt.attempt(),
                attempt.adapter(),
                nativeId,
                askedId,
                fallback,
                attempt.cliVersion(),
                attempt.fingerprint(),
                attempt.totals(),
                attempt.resumable(),
                attempt.tainted(),
                attempt.cliStarted(),
                attempt.spoke(),
                attempt.promptSeen(),
                attempt.outcome(),
                attempt.exitReason(),
                attempt.stateRemoved()));
    }

    private APastAttempt with(AdapterId adapter, int number, String version) {
        return new APastAttempt(new PastAttempt(
                attempt.run(),
                number,
                adapter,
                attempt.nativeId(),
                attempt.askedId(),
                attempt.fallback(),
                version,
                attempt.fingerprint(),
                attempt.totals(),
                attempt.resumable(),
                attempt.tainted(),
                attempt.cliStarted(),
                attempt.spoke(),
                attempt.promptSeen(),
                attempt.outcome(),
                attempt.exitReason(),
                attempt.stateRemoved()));
    }

    private APastAttempt flags(
            boolean resumable, boolean tainted, boolean cliStarted, boolean spoke, boolean stateRemoved) {
        return new APastAttempt(new PastAttempt(
                attempt.run(),
                attempt.attempt(),
                attempt.adapter(),
                attempt.nativeId(),
                attempt.askedId(),
                attempt.fallback(),
                attempt.cliVersion(),
                attempt.fingerprint(),
                attempt.totals(),
                resumable,
                tainted,
                cliStarted,
                spoke,
                attempt.promptSeen(),
                attempt.outcome(),
                attempt.exitReason(),
                stateRemoved));
    }

    private APastAttempt all(
            RunState outcome,
            ExitReason reason,
            SessionFingerprint fingerprint,
            SessionTotals totals,
            boolean promptSeen) {
        return new APastAttempt(new PastAttempt(
                attempt.run(),
                attempt.attempt(),
                attempt.adapter(),
                attempt.nativeId(),
                attempt.askedId(),
                attempt.fallback(),
                attempt.cliVersion(),
                fingerprint,
                totals,
                attempt.resumable(),
                attempt.tainted(),
                attempt.cliStarted(),
                attempt.spoke(),
                promptSeen,
                outcome,
                reason,
                attempt.stateRemoved()));
    }
}

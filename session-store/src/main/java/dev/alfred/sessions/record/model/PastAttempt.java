package dev.alfred.sessions.record.model;

import java.util.UUID;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;

/**
 * What one recorded attempt did with a session.
 *
 * @param nativeId the session that it ended in, or null when none became known
 * @param askedId the session that it was told to resume, or null
 * @param stateRemoved whether the state that it left was removed since
 */
public record PastAttempt(
        UUID run,
        int attempt,
        AdapterId adapter,
        String nativeId,
        String askedId,
        ResumeFallback fallback,
        String cliVersion,
        SessionFingerprint fingerprint,
        SessionTotals totals,
        boolean resumable,
        boolean tainted,
        boolean cliStarted,
        boolean spoke,
        boolean promptSeen,
        RunState outcome,
        ExitReason exitReason,
        boolean stateRemoved) {

    /** Whether it tried to go on with that session and nothing else. */
    boolean resumed(String id) {
        return fallback == null && id.equals(askedId);
    }

    /** Whether the sessions before it are never gone back to, even if it made none: abandoned, or to be forgotten. */
    boolean leavesFormerSessions() {
        return fallback == ResumeFallback.HISTORY_LOST
                || fallback == ResumeFallback.SESSION_CHANGED
                || fallback == ResumeFallback.FRESH_REQUESTED;
    }

    /** Whether its end says something about the session: cancels, model errors and CLIs that never started don't. */
    boolean tellsOfItsSession() {
        if (!cliStarted || outcome == RunState.CANCELLED) {
            return false;
        }
        return exitReason == null
                || switch (exitReason) {
                    case MODEL_ERROR, MODEL_AUTHENTICATION, CANCELLED, MAILBOX_CLOSED -> false;
                    case NONE,
                            AGENT_FAILED,
                            BUDGET,
                            TIMEOUT,
                            SILENCE,
                            SETUP_FAILED,
                            INVALID_REQUEST,
                            BRANCH_TAKEN,
                            EMPTY_REPOSITORY,
                            FORGE_UNREACHABLE,
                            FORGE_UNAUTHORIZED,
                            PUSH_REFUSED,
                            NOT_PUBLISHABLE,
                            STATE_VOLUME_NOT_WRITABLE,
                            RESULT_LOST,
                            RUNNER_LOST,
                            RUNNER_EVICTED,
                            IMAGE_PULL,
                            OUT_OF_MEMORY,
                            NO_SPACE,
                            LAUNCH_REFUSED,
                            INTERNAL -> true;
                };
    }
}

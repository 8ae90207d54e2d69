package dev.alfred.orchestrator.session.model;

import java.util.Optional;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.SessionMode;

/**
 * What an attempt did with its session, as far as that is known: from what was planned (resolution), what {@code
 * prepare} found, what the CLI's first event told, and, where the {@code run} stage came to its end, from its result.
 *
 * @param session as other tools see it; mode null where an attempt that was to resume ended before its CLI told of any
 *     session: then none was used
 * @param fallback why no session was resumed, where one was wanted
 * @param resumable whether a later run may try to resume it; unknown counts as yes, since the resume proves itself
 */
public record SessionOutcome(
        RunSession session,
        ResumeFallback fallback,
        SessionFingerprint fingerprint,
        SessionTotals totals,
        boolean resumable,
        boolean cliStarted,
        boolean spoke,
        boolean promptSeen) {

    /** Whether the session was gone on with, and that is proven. */
    public boolean resumed() {
        return session.mode() == SessionMode.RESUMED && session.reason() == null;
    }

    /**
     * @param name the branch
     * @param freshId the id that a fresh session was to get
     * @param choosesId whether the adapter's CLI takes that id, rather than making one up
     * @param resolution null when the run uses no session or was never resolved
     */
    public record Plan(
            String name, SessionOff off, String freshId, boolean choosesId, Optional<SessionResolution> resolution) {}

    /**
     * @param known the id that the CLI told at its first event
     * @param told why the {@code run} stage resumed none, by its own word while it ran
     * @param runStageBegun whether the {@code run} stage had begun
     * @param spoke whether a word or an action of the model was in the log
     */
    public record Seen(
            Optional<StageResult.Prepared> prepared,
            Optional<String> known,
            Optional<ResumeFallback> told,
            boolean runStageBegun,
            boolean spoke,
            Optional<LlmResult> result) {}

    public static SessionOutcome of(Plan plan, Seen seen) {
        if (plan.off() != null) {
            boolean spoke = seen.result().map(LlmResult::spoke).orElse(false);
            return new SessionOutcome(RunSession.off(plan.off()), null, null, null, false, started(seen), spoke, false);
        }
        return seen.result().map(result -> ended(plan, seen, result)).orElseGet(() -> interrupted(plan, seen));
    }

    private static SessionOutcome ended(Plan plan, Seen seen, LlmResult result) {
        boolean promptSeen = result.spoke() && result.promptForm() != null;
        if (result.resumed()) {
            return new SessionOutcome(
                    RunSession.resumed(plan.name(), result.sessionId()),
                    null,
                    result.fingerprint(),
                    result.totals(),
                    result.resumable(),
                    true,
                    result.spoke(),
                    promptSeen);
        }
        ResumeFallback fallback = result.resumeFallback() != null
                ? result.resumeFallback()
                : knownFallback(plan, seen).orElse(null);
        return new SessionOutcome(
                unproven(plan, seen.known(), result.sessionId(), fallback),
                fallback,
                result.fingerprint(),
                result.totals(),
                result.resumable(),
                true,
                result.spoke(),
                promptSeen);
    }

    private static SessionOutcome interrupted(Plan plan, Seen seen) {
        Optional<ResumeFallback> fallback = knownFallback(plan, seen);
        boolean begun = started(seen);
        Optional<String> resumeId = plan.resolution().map(SessionResolution::resumeId);
        boolean resuming = fallback.isEmpty() && resumeId.isPresent();
        String id = seen.known().orElseGet(() -> assumed(plan, begun, resuming ? resumeId.get() : null));
        boolean sameSession = resuming && resumeId.get().equals(id);
        return new SessionOutcome(
                unproven(plan, seen.known(), id, fallback.orElse(null)),
                fallback.orElse(null),
                sameSession
                        ? plan.resolution().map(SessionResolution::fingerprint).orElse(null)
                        : null,
                sameSession ? plan.resolution().map(SessionResolution::totals).orElse(null) : null,
                id != null,
                begun,
                seen.spoke(),
                seen.spoke());
    }

    /**
     * What is said of a session whose resume nobody could prove. A CLI that named the very id that it was asked for did go
     * on in that session as far as anybody knows, and fresh or off would be wrong; that the proof is missing is the reason
     * beside it. What counts as proven is {@link #resumed()} alone, and the next resume proves itself anew.
     */
    private static RunSession unproven(Plan plan, Optional<String> told, String id, ResumeFallback fallback) {
        if (fallback != null) {
            return RunSession.fresh(plan.name(), id, fallback);
        }
        boolean asAsked = told.isPresent() && told.equals(plan.resolution().map(SessionResolution::resumeId));
        return asAsked ? RunSession.unproven(plan.name(), id) : new RunSession(plan.name(), id, null, null);
    }

    private static String assumed(Plan plan, boolean begun, String resumeId) {
        if (!begun) {
            return null;
        }
        return resumeId != null ? resumeId : plan.choosesId() ? plan.freshId() : null;
    }

    private static boolean started(Seen seen) {
        return seen.result().isPresent() || seen.known().isPresent() || seen.runStageBegun();
    }

    private static Optional<ResumeFallback> knownFallback(Plan plan, Seen seen) {
        return seen.told()
                .or(() -> plan.resolution().map(SessionResolution::fallback))
                .or(() -> seen.prepared().map(StageResult.Prepared::stateFallback));
    }
}

package dev.alfred.contracts.internal;

import java.util.UUID;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;

/**
 * session-store's answer to {@code POST /internal/sessions/resolve}: which session the attempt resumes, if any, and
 * where its state lies. A closed mailbox is answered with 409.
 *
 * @param resumeId the prior native id, or null
 * @param fallback why there is none although the run may use sessions; null exactly when {@code resumeId} is set
 * @param fingerprint of the prior session's state at its last end, or null
 * @param totals what the CLI last reported as totals of the prior session, or null
 * @param lastSeenRun the run whose prompt the prior session saw last, or null; a delta prompt fits only this one
 * @param tainted whether text by people without write access is in the prior session
 */
public record SessionResolution(
        String resumeId,
        ResumeFallback fallback,
        SessionFingerprint fingerprint,
        SessionTotals totals,
        UUID lastSeenRun,
        boolean tainted,
        StateLocation state) {}

package dev.alfred.sessions.record.model;

import java.util.UUID;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;

/** Which session an attempt goes on with. */
public sealed interface PriorSession {
    /**
     * @param fingerprint the last one recorded, or null
     * @param totals the last ones recorded, or null
     * @param lastSeenRun the run whose prompt the session saw last, or null
     * @param tainted whether text that nobody has vouched for is in it
     */
    record Resume(
            String nativeId, SessionFingerprint fingerprint, SessionTotals totals, UUID lastSeenRun, boolean tainted)
            implements PriorSession {}

    record None(ResumeFallback why) implements PriorSession {}
}

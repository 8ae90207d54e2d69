package dev.alfred.runner.adapter;

import java.nio.file.Path;
import java.time.Duration;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;

/**
 * What a run's starts have in common besides the request itself.
 *
 * @param state where the sessions lie in this process, or null when no session is used
 * @param fingerprint of the session to resume at its last known end, or null
 * @param totals of the session to resume at its last known end, or null
 * @param known why the session can't be resumed, where that is clear already, or null
 * @param named whether the installed version takes a name
 * @param useDelta whether a resumed session gets the delta form
 * @param firstBackoff before the first retry; doubled for each further one
 */
public record AgentSettings(
        int maxTurns,
        Duration silence,
        Path state,
        SessionFingerprint fingerprint,
        SessionTotals totals,
        ResumeFallback known,
        boolean named,
        boolean useDelta,
        Duration firstBackoff,
        Duration grace) {}

package dev.alfred.contracts.internal;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;

/**
 * {@code POST /internal/sessions}: what an attempt did with its session, whatever its outcome; idempotent by run and
 * attempt. Unpins the state.
 *
 * @param generation of the claim under which the caller looked after the run, as in {@link ResolveSession}
 * @param nativeSessionId the CLI's own id, or null when none became known
 * @param resumed proven; false without any reason where an attempt that resumed ended before it could be
 * @param spoke whether the model said anything in this attempt
 * @param cliStarted whether the CLI started at all
 * @param promptSeen whether this run's prompt entered the session
 */
public record RecordSession(
        UUID run,
        int attempt,
        long generation,
        MailboxKey mailbox,
        String sessionName,
        String nativeSessionId,
        boolean resumed,
        ResumeFallback resumeFallback,
        SessionOff sessionOff,
        AdapterId adapter,
        String provider,
        String model,
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
        Instant endedAt) {}

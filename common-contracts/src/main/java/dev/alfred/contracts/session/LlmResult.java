package dev.alfred.contracts.session;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;

/**
 * How an agent's work ended.
 *
 * @param text the CLI's last message
 * @param sessionId the CLI's own id of the session it worked in, or null
 * @param resumed true only when the resume was proven
 * @param resumeFallback why a wanted resume became a fresh session, or null
 * @param resumable whether the session was saved so that a later run can resume it
 * @param fingerprint of the session's state at the end, or null
 * @param spoke whether the model said anything in this session
 * @param usage of this run alone, all its starts together
 */
public record LlmResult(
        ExitReason reason,
        String detail,
        String text,
        String sessionId,
        boolean resumed,
        ResumeFallback resumeFallback,
        boolean resumable,
        SessionFingerprint fingerprint,
        boolean spoke,
        PromptForm promptForm,
        Usage usage,
        SessionTotals totals) {}

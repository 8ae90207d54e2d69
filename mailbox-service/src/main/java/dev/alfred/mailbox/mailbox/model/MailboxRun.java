package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.SessionMode;

/**
 * A run as its mailbox remembers it.
 *
 * @param sessionReason why its session was fresh or off, or null
 * @param issueDigest of title and body as its prompt had them
 * @param replyTo the comment that it answers, or null
 */
public record MailboxRun(
        UUID id,
        Phase phase,
        RunState state,
        ExitReason exitReason,
        SessionMode sessionMode,
        String sessionReason,
        String commit,
        boolean promptSeen,
        String issueDigest,
        String requestedBy,
        String replyTo,
        String replyToLogin,
        Instant requestedAt,
        Instant startedAt,
        Instant endedAt) {

    /** A run that was just asked for. */
    public static MailboxRun requested(
            UUID id, Phase phase, String issueDigest, String by, String replyTo, String replyToLogin, Instant at) {
        return new MailboxRun(
                id,
                phase,
                RunState.QUEUED,
                null,
                null,
                null,
                null,
                false,
                issueDigest,
                by,
                replyTo,
                replyToLogin,
                at,
                null,
                null);
    }
}

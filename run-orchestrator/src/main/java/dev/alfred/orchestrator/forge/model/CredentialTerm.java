package dev.alfred.orchestrator.forge.model;

import java.time.Duration;
import java.time.Instant;

import dev.alfred.contracts.internal.GitCredential;

/**
 * How long the forge credential is good that a stage was given, and when it is renewed. It is renewed when a third of its
 * life is left; when that fails, again after pauses that double.
 *
 * @param expiresAt until when it is good
 * @param dueAt when a new one is asked for
 * @param failures how often in a row none could be had
 * @param reason why, in the vocabulary of waiting runs, or null
 * @param detail one line for people, or null
 */
public record CredentialTerm(Instant expiresAt, Instant dueAt, int failures, String reason, String detail) {
    private static final Duration SHORTEST = Duration.ofSeconds(15);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final int LEFT = 3;
    private static final int MOST_DOUBLINGS = 10;

    /** A credential's that was given at that moment; null for one that doesn't end. */
    public static CredentialTerm of(GitCredential credential, Instant now) {
        if (credential == null || credential.expiresAt() == null) {
            return null;
        }
        Instant end = credential.expiresAt();
        Instant due = end.minus(Duration.between(now, end).dividedBy(LEFT));
        Instant soonest = now.plus(SHORTEST);
        return new CredentialTerm(end, due.isBefore(soonest) ? soonest : due, 0, null, null);
    }

    public boolean due(Instant now) {
        return !now.isBefore(dueAt);
    }

    /** No new one could be had. */
    CredentialTerm failed(Instant now, String why, String told) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        Duration bounded = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        return new CredentialTerm(expiresAt, now.plus(bounded), failures + 1, why, told);
    }

    /** It may be that nobody needs a new one any more: that will have been seen until then. */
    CredentialTerm later(Instant now) {
        return new CredentialTerm(expiresAt, now.plus(LONGEST_PAUSE), failures, reason, detail);
    }

    /** The one that ends first: which of the two a stage has is not known. */
    static CredentialTerm earliest(CredentialTerm one, CredentialTerm other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.expiresAt().isBefore(other.expiresAt()) ? one : other;
    }
}

package dev.alfred.mailbox.forge.model;

import java.time.Duration;

/** Decides what follows when an attempt at a write has failed. */
public final class WriteRetryDecider {
    private static final int MOST_DOUBLINGS = 16;

    private WriteRetryDecider() {}

    /** What happens next. */
    public sealed interface Next {
        record Again(Duration pause) implements Next {}

        /** The whole connection rests: its forge has asked for that. */
        record Rest(Duration pause) implements Next {}

        /** The project is told that its credential is refused, and the write waits for a better one. */
        record AccessRefused(Duration pause) implements Next {}

        record GiveUp() implements Next {}
    }

    /**
     * @param first the pause after a first failure, doubled after each further one up to {@code longest}
     * @param refused the pause after a refused credential
     * @param refusals how often the forge may refuse the content before it counts
     */
    public record Patience(Duration first, Duration longest, Duration refused, int refusals) {
        Duration after(int attempt) {
            Duration pause = first.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
            return pause.compareTo(longest) > 0 ? longest : pause;
        }
    }

    public static Next decide(ForgeFailure failure, int attempt, Patience patience) {
        return switch (failure) {
            case ForgeFailure.Unreachable ignored -> new Next.Again(patience.after(attempt));
            case ForgeFailure.RateLimited(Duration retryAfter, String ignored) -> new Next.Rest(retryAfter);
            case ForgeFailure.Unauthorized ignored -> new Next.AccessRefused(patience.refused());
            case ForgeFailure.Forbidden ignored -> new Next.AccessRefused(patience.refused());
            case ForgeFailure.NotFound ignored -> limited(attempt, patience);
            case ForgeFailure.Gone ignored -> limited(attempt, patience);
            case ForgeFailure.Moved ignored -> limited(attempt, patience);
            case ForgeFailure.Conflict ignored -> limited(attempt, patience);
            case ForgeFailure.Rejected ignored -> limited(attempt, patience);
        };
    }

    private static Next limited(int attempt, Patience patience) {
        return attempt >= patience.refusals() ? new Next.GiveUp() : new Next.Again(patience.after(attempt));
    }
}

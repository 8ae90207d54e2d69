package dev.alfred.contracts.internal;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.Phase;

/**
 * Body of {@code POST /internal/mailboxes/{key}/requests}: somebody asks over REST for a run. Answered with 201 and
 * {@link Accepted}, or with a 409 problem that says why not.
 *
 * @param text the wish in words, or null
 */
public record RunWish(Phase phase, String text, String requestedBy) {
    /** The run that was decided on. */
    public record Accepted(UUID run) {}
}

package dev.alfred.local.forge.model;

import java.time.Instant;

/** What one check (a context) says about a commit. */
public record CommitStatus(
        long id,
        String sha,
        String context,
        State state,
        String description,
        String targetUrl,
        String creator,
        Instant createdAt) {

    /** Worst first, so that the smallest of several is the combined one. */
    public enum State {
        ERROR,
        FAILURE,
        WARNING,
        PENDING,
        SUCCESS
    }
}

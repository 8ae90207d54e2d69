package dev.alfred.local.forge.model;

import java.time.Instant;
import java.util.List;

/** A webhook of a repository. The secret is never given out again. */
public record Hook(
        long id,
        String url,
        boolean form,
        String secret,
        List<String> events,
        boolean active,
        String authorization,
        Instant createdAt,
        Instant updatedAt) {}

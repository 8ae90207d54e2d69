package dev.alfred.contracts.issueevents;

import java.time.Instant;

/** A comment on an issue (or merge request) as the webhook showed it; the body is never null. */
public record IssueComment(String id, String body, Actor author, Instant createdAt, Instant updatedAt, String url) {}

package dev.alfred.local.forge.model;

import java.time.Instant;

/** A comment on an issue or a pull request. */
public record Comment(long id, long number, String author, String body, Instant createdAt, Instant updatedAt) {

    public Comment saying(String text, Instant at) {
        return new Comment(id, number, author, text, createdAt, at);
    }
}

package dev.alfred.local.forge.model;

import java.time.Instant;
import java.util.List;

/** A review of a pull request with its line comments. */
public record Review(
        long id,
        long number,
        String author,
        State state,
        String body,
        String commit,
        Instant submittedAt,
        List<LineComment> comments) {

    /** The words Forgejo uses. */
    public enum State {
        APPROVED,
        REQUEST_CHANGES,
        COMMENT,
        PENDING
    }

    /** One remark at a line; {@code resolver} is null while the conversation is open. */
    public record LineComment(long id, String path, long line, String body, String resolver) {}
}

package dev.alfred.local.forge.git;

import java.time.Instant;
import java.util.List;

/** What the forge tells about a commit; the file lists are against its first parent. */
public record CommitInfo(
        String sha,
        String message,
        Person author,
        Person committer,
        List<String> parents,
        String tree,
        List<String> added,
        List<String> removed,
        List<String> modified) {

    /** Who and when, as the commit itself says. */
    public record Person(String name, String email, Instant at) {}
}

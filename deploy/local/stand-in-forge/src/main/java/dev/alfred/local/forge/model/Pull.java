package dev.alfred.local.forge.model;

import java.time.Instant;
import java.util.List;

/** The git side of a pull request inside one repository; {@code merge} is there once it is merged. */
public record Pull(String head, String base, String headSha, List<String> reviewers, Merge merge) {

    /** How and by whom it was merged. */
    public record Merge(String commit, String by, Instant at) {}

    public Pull at(String sha) {
        return new Pull(head, base, sha, reviewers, merge);
    }

    public Pull onto(String newBase) {
        return new Pull(head, newBase, headSha, reviewers, merge);
    }

    public Pull reviewedBy(List<String> logins) {
        return new Pull(head, base, headSha, List.copyOf(logins), merge);
    }

    public Pull merged(String commit, String by, Instant at) {
        return new Pull(head, base, headSha, reviewers, new Merge(commit, by, at));
    }
}

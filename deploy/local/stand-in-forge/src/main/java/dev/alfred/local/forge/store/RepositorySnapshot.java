package dev.alfred.local.forge.store;

import java.util.List;

import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.CommitStatus;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Review;

/** A repository's state as it lies on disk, one JSON file each. */
record RepositorySnapshot(
        Project project,
        long lastNumber,
        List<Label> labels,
        List<Issue> issues,
        List<Comment> comments,
        List<Review> reviews,
        List<CommitStatus> statuses,
        List<Hook> hooks) {

    static RepositorySnapshot of(Project project) {
        return new RepositorySnapshot(project, 0, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }
}

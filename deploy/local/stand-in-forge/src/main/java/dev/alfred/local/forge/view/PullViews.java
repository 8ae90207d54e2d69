package dev.alfred.local.forge.view;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.git.GitMerger;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Pull;
import dev.alfred.local.forge.model.Review;
import dev.alfred.local.forge.store.RepositoryState;

/** Pull requests and their reviews as the API and the hooks show them. */
@ApplicationScoped
public class PullViews {

    private final ForgeUrls urls;
    private final UserViews users;
    private final RepositoryViews repositories;
    private final IssueViews issues;
    private final GitStore git;
    private final GitReader reader;
    private final GitMerger merger;

    PullViews(
            ForgeUrls urls,
            UserViews users,
            RepositoryViews repositories,
            IssueViews issues,
            GitStore git,
            GitReader reader,
            GitMerger merger) {
        this.urls = urls;
        this.users = users;
        this.repositories = repositories;
        this.issues = issues;
        this.git = git;
        this.reader = reader;
        this.merger = merger;
    }

    public ObjectNode pull(RepositoryState state, Issue issue, Permission viewer) {
        Project project = state.project();
        String page = issues.htmlUrl(project, issue);
        ObjectNode view = Json.object().put("id", issue.id()).put("url", page).put("number", issue.number());
        view.set("user", users.user(issue.author()));
        view.put("title", issue.title()).put("body", issue.body());
        issues.conversation(view, state, issue);
        view.set("requested_reviewers", users.users(issue.pull().reviewers()));
        view.put("draft", issue.draft())
                .put("html_url", page)
                .put("diff_url", page + ".diff")
                .put("patch_url", page + ".patch");
        merge(view, project, issue);
        sides(view, state, issue.pull(), viewer);
        return view;
    }

    /** As in the real ones a draft is never mergeable, whatever git says. */
    public boolean mergeable(Project project, Issue issue) {
        return issue.open()
                && !issue.draft()
                && merger.mergeable(project, issue.pull().base(), issue.pull().headSha());
    }

    public ObjectNode review(Project project, Issue issue, Review review) {
        String page = issues.htmlUrl(project, issue);
        ObjectNode view = Json.object().put("id", review.id());
        view.set("user", users.user(review.author()));
        view.putNull("team");
        return view.put("state", review.state().name())
                .put("body", review.body())
                .put("commit_id", review.commit())
                .put("stale", !review.commit().equals(issue.pull().headSha()))
                .put("official", true)
                .put("dismissed", false)
                .put("comments_count", review.comments().size())
                .put("submitted_at", Json.time(review.submittedAt()))
                .put("updated_at", Json.time(review.submittedAt()))
                .put("html_url", page + "#issuecomment-" + review.id())
                .put("pull_request_url", page);
    }

    public ObjectNode lineComment(Project project, Issue issue, Review review, Review.LineComment comment) {
        String page = issues.htmlUrl(project, issue);
        ObjectNode view = Json.object().put("id", comment.id()).put("body", comment.body());
        view.set("user", users.user(review.author()));
        view.set("resolver", comment.resolver() == null ? null : users.user(comment.resolver()));
        return view.put("pull_request_review_id", review.id())
                .put("created_at", Json.time(review.submittedAt()))
                .put("updated_at", Json.time(review.submittedAt()))
                .put("path", comment.path())
                .put("commit_id", review.commit())
                .put("original_commit_id", review.commit())
                .put("diff_hunk", "")
                .put("position", comment.line())
                .put("original_position", 0)
                .put("html_url", page + "#issuecomment-" + comment.id())
                .put("pull_request_url", page);
    }

    private void merge(ObjectNode view, Project project, Issue issue) {
        Pull.Merge merge = issue.pull().merge();
        view.put("mergeable", mergeable(project, issue))
                .put("merged", issue.merged())
                .put("merged_at", merge == null ? null : Json.time(merge.at()))
                .put("merge_commit_sha", merge == null ? null : merge.commit());
        view.set("merged_by", merge == null ? null : users.user(merge.by()));
        view.put("allow_maintainer_edit", false);
    }

    private void sides(ObjectNode view, RepositoryState state, Pull pull, Permission viewer) {
        Project project = state.project();
        ObjectNode repository = repositories.repository(state, viewer);
        String baseSha = git.branch(project, pull.base()).orElse("");
        view.set("base", side(project, repository, pull.base(), pull.base(), baseSha));
        String headRef = git.branch(project, pull.head()).isPresent()
                ? pull.head()
                : "refs/pull/" + view.get("number").asText() + "/head";
        view.set("head", side(project, repository, pull.head(), headRef, pull.headSha()));
        view.put(
                "merge_base",
                reader.mergeBase(project, pull.base(), pull.headSha()).orElse(""));
    }

    private static ObjectNode side(Project project, ObjectNode repository, String label, String ref, String sha) {
        ObjectNode view = Json.object()
                .put("label", label)
                .put("ref", ref)
                .put("sha", sha)
                .put("repo_id", project.id());
        view.set("repo", repository);
        return view;
    }
}

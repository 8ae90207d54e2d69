package dev.alfred.local.forge.view;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.RepositoryState;

/** Issues, their labels and comments as the API and the hooks show them. */
@ApplicationScoped
public class IssueViews {

    private final ForgeUrls urls;
    private final UserViews users;
    private final RepositoryViews repositories;

    IssueViews(ForgeUrls urls, UserViews users, RepositoryViews repositories) {
        this.urls = urls;
        this.users = users;
        this.repositories = repositories;
    }

    public ObjectNode issue(RepositoryState state, Issue issue) {
        ObjectNode view = Json.object()
                .put("id", issue.id())
                .put("url", urls.api(state.project()) + "/issues/" + issue.number())
                .put("html_url", htmlUrl(state.project(), issue))
                .put("number", issue.number());
        view.set("user", users.user(issue.author()));
        view.put("original_author", "").put("original_author_id", 0);
        view.put("title", issue.title()).put("body", issue.body()).put("ref", "");
        view.set("assets", Json.texts(java.util.List.of()));
        conversation(view, state, issue);
        view.set("pull_request", pullRequest(state.project(), issue));
        view.set("repository", repositories.meta(state.project()));
        return view.put("pin_order", 0);
    }

    /** What an issue and a pull request have in common. */
    void conversation(ObjectNode view, RepositoryState state, Issue issue) {
        view.set("labels", labels(state, issue));
        view.putNull("milestone");
        view.set(
                "assignee",
                issue.assignees().isEmpty()
                        ? null
                        : users.user(issue.assignees().getFirst()));
        view.set("assignees", issue.assignees().isEmpty() ? null : users.users(issue.assignees()));
        view.put("state", issue.open() ? "open" : "closed")
                .put("is_locked", false)
                .put("comments", state.comments(issue.number()).size())
                .put("created_at", Json.time(issue.createdAt()))
                .put("updated_at", Json.time(issue.updatedAt()))
                .put("closed_at", Json.time(issue.closedAt()))
                .putNull("due_date");
    }

    public ArrayNode labels(RepositoryState state, Issue issue) {
        return Json.array(
                issue.labels().stream()
                        .map(state::label)
                        .flatMap(Optional::stream)
                        .toList(),
                label -> label(state.project(), label));
    }

    public ObjectNode label(Project project, Label label) {
        return Json.object()
                .put("id", label.id())
                .put("name", label.name())
                .put("exclusive", false)
                .put("is_archived", false)
                .put("color", label.color())
                .put("description", label.description())
                .put("url", urls.api(project) + "/labels/" + label.id());
    }

    public ObjectNode comment(Project project, Issue issue, Comment comment) {
        String page = htmlUrl(project, issue);
        ObjectNode view = Json.object()
                .put("id", comment.id())
                .put("html_url", page + "#issuecomment-" + comment.id())
                .put("pull_request_url", issue.isPull() ? page : "")
                .put("issue_url", issue.isPull() ? "" : page);
        view.set("user", users.user(comment.author()));
        view.put("original_author", "").put("original_author_id", 0).put("body", comment.body());
        view.set("assets", Json.texts(java.util.List.of()));
        return view.put("created_at", Json.time(comment.createdAt())).put("updated_at", Json.time(comment.updatedAt()));
    }

    String htmlUrl(Project project, Issue issue) {
        return urls.html(project) + (issue.isPull() ? "/pulls/" : "/issues/") + issue.number();
    }

    private ObjectNode pullRequest(Project project, Issue issue) {
        if (!issue.isPull()) {
            return null;
        }
        return Json.object()
                .put("merged", issue.merged())
                .put(
                        "merged_at",
                        issue.merged() ? Json.time(issue.pull().merge().at()) : null)
                .put("draft", issue.draft())
                .put("html_url", htmlUrl(project, issue));
    }
}

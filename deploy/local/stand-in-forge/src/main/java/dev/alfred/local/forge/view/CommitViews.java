package dev.alfred.local.forge.view;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.git.CommitInfo;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.model.CommitStatus;
import dev.alfred.local.forge.model.Project;

/** Commits, branches and commit statuses as the API and the hooks show them. */
@ApplicationScoped
public class CommitViews {

    private final ForgeUrls urls;
    private final UserViews users;
    private final GitReader git;

    CommitViews(ForgeUrls urls, UserViews users, GitReader git) {
        this.urls = urls;
        this.users = users;
        this.git = git;
    }

    public ObjectNode branch(Project project, String name, String sha) {
        ObjectNode view = Json.object().put("name", name);
        view.set(
                "commit",
                git.commit(project, sha).map(commit -> payload(project, commit)).orElse(null));
        view.put("protected", false).put("required_approvals", 0).put("enable_status_check", false);
        view.set("status_check_contexts", Json.texts(List.of()));
        return view.put("user_can_push", true).put("user_can_merge", true).put("effective_branch_protection_name", "");
    }

    /** The form inside pushes and branches. */
    public ObjectNode payload(Project project, CommitInfo commit) {
        ObjectNode view = Json.object()
                .put("id", commit.sha())
                .put("message", commit.message())
                .put("url", urls.html(project) + "/commit/" + commit.sha());
        view.set("author", person(commit.author()).put("username", ""));
        view.set("committer", person(commit.committer()).put("username", ""));
        view.putNull("verification");
        view.put("timestamp", Json.time(commit.committer().at()));
        view.set("added", Json.texts(commit.added()));
        view.set("removed", Json.texts(commit.removed()));
        view.set("modified", Json.texts(commit.modified()));
        return view;
    }

    /** The form of the commit calls. */
    public ObjectNode commit(Project project, CommitInfo commit) {
        ObjectNode inner = Json.object()
                .put("url", urls.api(project) + "/git/commits/" + commit.sha())
                .put("message", commit.message());
        inner.set(
                "author",
                person(commit.author()).put("date", Json.time(commit.author().at())));
        inner.set(
                "committer",
                person(commit.committer())
                        .put("date", Json.time(commit.committer().at())));
        inner.set("tree", Json.object().put("sha", commit.tree()));
        ObjectNode view = Json.object()
                .put("url", urls.api(project) + "/git/commits/" + commit.sha())
                .put("sha", commit.sha())
                .put("created", Json.time(commit.committer().at()))
                .put("html_url", urls.html(project) + "/commit/" + commit.sha());
        view.set("commit", inner);
        view.putNull("author").putNull("committer");
        view.set("parents", Json.array(commit.parents(), parent -> Json.object().put("sha", parent)));
        return view;
    }

    public ObjectNode status(Project project, CommitStatus status) {
        ObjectNode view = Json.object()
                .put("id", status.id())
                .put("status", status.state().name().toLowerCase(java.util.Locale.ROOT))
                .put("target_url", status.targetUrl())
                .put("description", status.description())
                .put("url", urls.api(project) + "/statuses/" + status.sha())
                .put("context", status.context());
        view.set("creator", users.user(status.creator()));
        return view.put("created_at", Json.time(status.createdAt())).put("updated_at", Json.time(status.createdAt()));
    }

    private static ObjectNode person(CommitInfo.Person person) {
        return Json.object().put("name", person.name()).put("email", person.email());
    }
}

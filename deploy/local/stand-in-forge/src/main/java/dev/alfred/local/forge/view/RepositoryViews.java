package dev.alfred.local.forge.view;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.RepositoryState;

/** Repositories as the API and the hooks show them. */
@ApplicationScoped
public class RepositoryViews {

    private final ForgeUrls urls;
    private final UserViews users;
    private final GitStore git;

    RepositoryViews(ForgeUrls urls, UserViews users, GitStore git) {
        this.urls = urls;
        this.users = users;
        this.git = git;
    }

    /** With the permissions of whoever it is shown to. */
    public ObjectNode repository(RepositoryState state, Permission viewer) {
        Project project = state.project();
        ObjectNode view = Json.object().put("id", project.id());
        view.set("owner", users.user(project.owner()));
        names(view, project);
        addresses(view, project);
        counts(view, state);
        view.put("default_branch", project.defaultBranch())
                .put("archived", false)
                .put("created_at", Json.time(project.createdAt()))
                .put("updated_at", Json.time(project.updatedAt()))
                .put("archived_at", "1970-01-01T00:00:00Z");
        view.set("permissions", permissions(viewer));
        features(view, project);
        return view;
    }

    /** The short form inside an issue. */
    public ObjectNode meta(Project project) {
        return Json.object()
                .put("id", project.id())
                .put("name", project.name())
                .put("owner", project.owner())
                .put("full_name", project.fullName());
    }

    private void names(ObjectNode view, Project project) {
        view.put("name", project.name())
                .put("full_name", project.fullName())
                .put("description", project.description())
                .put("empty", git.branches(project).isEmpty())
                .put("private", project.restricted())
                .put("fork", false)
                .put("template", false)
                .putNull("parent")
                .put("mirror", false)
                .put("size", 0)
                .put("language", "");
    }

    private void addresses(ObjectNode view, Project project) {
        view.put("languages_url", urls.api(project) + "/languages")
                .put("html_url", urls.html(project))
                .put("url", urls.api(project))
                .put("link", "")
                .put("ssh_url", "git@127.0.0.1:" + project.fullName() + ".git")
                .put("clone_url", urls.cloneUrl(project))
                .put("original_url", "")
                .put("website", "");
    }

    private static void counts(ObjectNode view, RepositoryState state) {
        long issues = state.issues().stream()
                .filter(Issue::open)
                .filter(issue -> !issue.isPull())
                .count();
        long pulls = state.issues().stream()
                .filter(Issue::open)
                .filter(Issue::isPull)
                .count();
        view.put("stars_count", 0)
                .put("forks_count", 0)
                .put("watchers_count", 1)
                .put("open_issues_count", issues)
                .put("open_pr_counter", pulls)
                .put("release_counter", 0);
    }

    private static ObjectNode permissions(Permission viewer) {
        return Json.object()
                .put("admin", viewer.allows(Permission.ADMIN))
                .put("push", viewer.allows(Permission.WRITE))
                .put("pull", viewer.allows(Permission.READ));
    }

    private static void features(ObjectNode view, Project project) {
        view.put("has_issues", project.hasIssues())
                .put("has_wiki", false)
                .put("has_pull_requests", true)
                .put("has_projects", false)
                .put("has_releases", false)
                .put("has_packages", false)
                .put("has_actions", false)
                .put("ignore_whitespace_conflicts", false)
                .put("allow_merge_commits", true)
                .put("allow_rebase", false)
                .put("allow_rebase_explicit", false)
                .put("allow_squash_merge", true)
                .put("default_merge_style", "merge")
                .put("avatar_url", "")
                .put("internal", false)
                .put("mirror_interval", "")
                .put("object_format_name", "sha1")
                .put("mirror_updated", "0001-01-01T00:00:00Z")
                .putNull("repo_transfer");
    }
}

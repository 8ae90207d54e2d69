package dev.alfred.mailbox.forge.forgejo;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgePermission;
import dev.alfred.mailbox.forge.model.ForgeRepository;

/** What Forgejo and Gitea answer, as far as Alfred reads it, and what it means. */
final class ForgejoJson {
    private ForgejoJson() {}

    record User(long id, String login) {
        ForgeAccount account() {
            return new ForgeAccount(Long.toString(id), login);
        }

        static Actor actor(User user) {
            return user == null || user.id <= 0 ? Actor.GHOST : new Actor(Long.toString(user.id), user.login, false);
        }
    }

    record Permissions(boolean admin, boolean push, boolean pull) {
        ForgePermission permission() {
            if (admin || push) {
                return ForgePermission.WRITE;
            }
            return pull ? ForgePermission.READ : ForgePermission.NONE;
        }
    }

    record Repository(
            long id,
            @JsonProperty("full_name") String fullName,
            User owner,
            @JsonProperty("default_branch") String defaultBranch,
            boolean empty,
            @JsonProperty("has_issues") boolean hasIssues,
            boolean archived,
            Permissions permissions,
            @JsonProperty("clone_url") String cloneUrl) {
        ForgeRepository repository() {
            return new ForgeRepository(
                    Long.toString(id),
                    fullName,
                    defaultBranch == null || defaultBranch.isBlank() ? null : defaultBranch,
                    empty,
                    hasIssues,
                    archived,
                    permissions == null ? ForgePermission.NONE : permissions.permission(),
                    cloneUrl);
        }
    }

    record Granted(String permission, User user) {
        ForgePermission granted() {
            return switch (permission == null ? "none" : permission) {
                case "owner", "admin", "write" -> ForgePermission.WRITE;
                case "read" -> ForgePermission.READ;
                default -> ForgePermission.NONE;
            };
        }
    }

    record Label(long id, String name) {}

    record Issue(
            long id,
            long number,
            String title,
            String body,
            String state,
            List<Label> labels,
            User user,
            @JsonProperty("pull_request") Object pullRequest,
            @JsonProperty("html_url") String url,
            @JsonProperty("updated_at") OffsetDateTime updatedAt) {
        List<Label> labelsOrNone() {
            return labels == null ? List.of() : labels;
        }

        IssueSnapshot snapshot() {
            return new IssueSnapshot(
                    number,
                    Long.toString(id),
                    title == null ? "" : title,
                    body == null ? "" : body,
                    "open".equals(state),
                    null,
                    labelsOrNone().stream().map(Label::name).toList(),
                    User.actor(user),
                    false,
                    pullRequest != null,
                    url,
                    updatedAt == null ? null : updatedAt.toInstant());
        }
    }

    record Comment(
            long id,
            String body,
            User user,
            @JsonProperty("created_at") OffsetDateTime createdAt,
            @JsonProperty("updated_at") OffsetDateTime updatedAt,
            @JsonProperty("html_url") String url) {
        IssueComment comment() {
            return new IssueComment(
                    Long.toString(id),
                    body == null ? "" : body,
                    User.actor(user),
                    createdAt == null ? null : createdAt.toInstant(),
                    updatedAt == null ? null : updatedAt.toInstant(),
                    url);
        }
    }

    record RepositoryId(long id) {}

    record End(
            String ref, String sha, @JsonProperty("repo_id") long repoId, RepositoryId repo) {
        boolean in(String repository) {
            return Long.toString(repo == null ? repoId : repo.id()).equals(repository);
        }
    }

    record Pull(
            long id,
            long number,
            String title,
            String state,
            boolean merged,
            boolean draft,
            End head,
            End base,
            @JsonProperty("html_url") String url) {
        boolean comesFrom(String branch, String repository) {
            return head != null && branch.equals(head.ref()) && head.in(repository);
        }

        ForgeMergeRequest mergeRequest() {
            return new ForgeMergeRequest(
                    number,
                    Long.toString(id),
                    url,
                    title,
                    Optional.ofNullable(head).map(End::ref).orElse(null),
                    Optional.ofNullable(base).map(End::ref).orElse(null),
                    Optional.ofNullable(head).map(End::sha).orElse(null),
                    "open".equals(state),
                    merged,
                    draft || DraftTitle.isDraft(title));
        }
    }

    record KnownHook(long id, HookTarget config) {}
}

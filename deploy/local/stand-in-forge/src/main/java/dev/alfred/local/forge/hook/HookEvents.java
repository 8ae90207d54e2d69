package dev.alfred.local.forge.hook;

import java.util.UUID;
import java.util.function.Consumer;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Accounts;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.IssueViews;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.PullViews;
import dev.alfred.local.forge.view.RepositoryViews;
import dev.alfred.local.forge.view.UserViews;

/**
 * Turns what happened into payloads and queues them for the hooks that want them. Called inside a change of the
 * store: a payload shows the repository as it was at that moment.
 */
@ApplicationScoped
public class HookEvents {

    /** Adds nothing to a payload. */
    public static final Consumer<ObjectNode> PLAIN = payload -> {};

    private final ForgeClock clock;
    private final Accounts accounts;
    private final UserViews users;
    private final RepositoryViews repositories;
    private final IssueViews issues;
    private final PullViews pulls;
    private final DeliveryLog log;
    private final HookWorkers workers;

    HookEvents(
            ForgeClock clock,
            Accounts accounts,
            UserViews users,
            RepositoryViews repositories,
            IssueViews issues,
            PullViews pulls,
            DeliveryLog log,
            HookWorkers workers) {
        this.clock = clock;
        this.accounts = accounts;
        this.users = users;
        this.repositories = repositories;
        this.issues = issues;
        this.pulls = pulls;
        this.log = log;
        this.workers = workers;
    }

    /** Something about an issue, or about a pull request: the payload follows what it is. */
    public void issue(
            RepositoryState state,
            HookType type,
            String action,
            Issue issue,
            Account sender,
            Consumer<ObjectNode> addition) {
        ObjectNode payload = Json.object().put("action", action).put("number", issue.number());
        if (issue.isPull()) {
            payload.set("pull_request", pulls.pull(state, issue, Permission.READ));
            payload.putNull("requested_reviewer");
        } else {
            payload.set("issue", issues.issue(state, issue));
        }
        finish(payload, state, issue.author(), sender);
        payload.put("commit_id", "");
        if (issue.isPull()) {
            payload.putNull("review");
        }
        addition.accept(payload);
        publish(state, type, action, payload);
    }

    /** Something about a comment. */
    public void comment(
            RepositoryState state,
            String action,
            Issue issue,
            Comment comment,
            Account sender,
            Consumer<ObjectNode> addition) {
        ObjectNode payload = Json.object().put("action", action);
        payload.set("issue", issues.issue(state, issue));
        if (issue.isPull()) {
            payload.set("pull_request", pulls.pull(state, issue, Permission.READ));
        }
        payload.set("comment", issues.comment(state.project(), issue, comment));
        addition.accept(payload);
        finish(payload, state, sender.login(), sender);
        payload.put("is_pull", issue.isPull());
        publish(state, issue.isPull() ? HookType.PULL_REQUEST_COMMENT : HookType.ISSUE_COMMENT, action, payload);
    }

    /** Something in git; the caller has put in what it is about. */
    public void git(RepositoryState state, HookType type, ObjectNode payload, Account pusher) {
        payload.set("repository", repositories.repository(state, Permission.OWNER));
        if (type == HookType.PUSH) {
            payload.set("pusher", users.user(pusher));
        }
        payload.set("sender", users.user(pusher));
        publish(state, type, "", payload);
    }

    /** A delivery again, under a new id as Forgejo does it. */
    public Delivery repeat(Delivery delivery) {
        return queue(
                delivery.hookId(), delivery.repositoryId(), delivery.type(), delivery.action(), delivery.payload());
    }

    /** Whatever a hook's events are: the test button's payload goes to this hook alone. */
    public void test(RepositoryState state, Hook hook, ObjectNode payload, Account sender) {
        payload.set("repository", repositories.repository(state, Permission.OWNER));
        payload.set("pusher", users.user(sender));
        payload.set("sender", users.user(sender));
        queue(hook.id(), state.project().id(), HookType.PUSH, "", payload.toString());
    }

    /** What a changed text was before. */
    public static Consumer<ObjectNode> changed(String field, String from) {
        return payload ->
                payload.set("changes", Json.object().set(field, Json.object().put("from", from)));
    }

    private void finish(ObjectNode payload, RepositoryState state, String shownTo, Account sender) {
        Permission permission = Access.permission(state.project(), accounts.authorOf(shownTo));
        payload.set("repository", repositories.repository(state, permission));
        payload.set("sender", users.user(sender));
    }

    private void publish(RepositoryState state, HookType type, String action, ObjectNode payload) {
        for (Hook hook : state.hooks()) {
            if (hook.active() && type.wantedBy(hook.events())) {
                queue(hook.id(), state.project().id(), type, action, payload.toString());
            }
        }
    }

    private Delivery queue(long hookId, long repositoryId, HookType type, String action, String payload) {
        String uuid = UUID.randomUUID().toString();
        Delivery delivery = Delivery.queued(uuid, hookId, repositoryId, type, action, payload, clock.now());
        log.add(delivery);
        workers.enqueue(delivery);
        return delivery;
    }
}

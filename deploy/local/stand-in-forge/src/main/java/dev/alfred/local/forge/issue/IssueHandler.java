package dev.alfred.local.forge.issue;

import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Accounts;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.hook.HookType;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;

/** Opens, edits, closes and deletes issues; edits of pull requests come here too. */
@ApplicationScoped
public class IssueHandler {

    private final ForgeStore store;
    private final ForgeClock clock;
    private final Accounts accounts;
    private final HookEvents events;

    IssueHandler(ForgeStore store, ForgeClock clock, Accounts accounts, HookEvents events) {
        this.store = store;
        this.clock = clock;
        this.accounts = accounts;
        this.events = events;
    }

    /** Labels given at the opening are no happening of their own. */
    public Issue open(
            RepositoryState repository,
            Account author,
            String title,
            String body,
            List<Long> labels,
            List<String> assignees) {
        requireTitle(title);
        List<String> known = known(assignees);
        return store.change(repository, state -> {
            Issue issue = state.put(new Issue(
                    store.nextId(Kind.ISSUE),
                    state.nextNumber(),
                    author.login(),
                    title.strip(),
                    body == null ? "" : body,
                    true,
                    List.copyOf(labels),
                    known,
                    clock.now(),
                    clock.now(),
                    null,
                    null));
            events.issue(state, HookType.ISSUES, "opened", issue, author, HookEvents.PLAIN);
            return issue;
        });
    }

    public Issue edit(RepositoryState repository, Account editor, long number, IssueEdit edit) {
        return store.change(repository, state -> {
            Issue issue = find(state, number);
            issue = retitle(state, editor, issue, edit.title());
            issue = rewrite(state, editor, issue, edit.body());
            issue = assign(state, editor, issue, edit.assignees());
            return move(state, editor, issue, edit.state());
        });
    }

    /** By a merge or a pushed commit; called inside a change. Nothing happens to what is closed or not there. */
    public void closePromised(RepositoryState state, Account closer, String text, String commit) {
        for (long number : ClosingWords.issuesIn(text)) {
            state.issue(number)
                    .filter(issue -> issue.open() && !issue.isPull())
                    .ifPresent(issue -> events.issue(
                            state,
                            HookType.ISSUES,
                            "closed",
                            state.put(issue.closed(clock.now())),
                            closer,
                            payload -> payload.put("commit_id", commit)));
        }
    }

    /** No hook tells it: in this family of forges a deleted issue is just gone. */
    public void delete(RepositoryState repository, long number) {
        store.change(repository, state -> {
            find(state, number);
            state.removeIssue(number);
            return number;
        });
    }

    public static Issue find(RepositoryState state, long number) {
        return state.issue(number).orElseThrow(ForgeError::notFound);
    }

    static void requireTitle(String title) {
        if (title == null || title.isBlank()) {
            throw ForgeError.invalid("[Title]: Required");
        }
        if (title.codePointCount(0, title.length()) > 255) {
            throw ForgeError.invalid("[Title]: MaxSize");
        }
    }

    private Issue retitle(RepositoryState state, Account editor, Issue issue, String title) {
        if (title == null || title.equals(issue.title())) {
            return issue;
        }
        requireTitle(title);
        Issue changed = state.put(issue.titled(title.strip(), clock.now()));
        events.issue(state, plain(issue), "edited", changed, editor, HookEvents.changed("title", issue.title()));
        return changed;
    }

    private Issue rewrite(RepositoryState state, Account editor, Issue issue, String body) {
        if (body == null || body.equals(issue.body())) {
            return issue;
        }
        Issue changed = state.put(issue.saying(body, clock.now()));
        events.issue(state, plain(issue), "edited", changed, editor, HookEvents.changed("body", issue.body()));
        return changed;
    }

    /** One event for each person, as the forge sends it. */
    private Issue assign(RepositoryState state, Account editor, Issue issue, List<String> wanted) {
        if (wanted == null) {
            return issue;
        }
        List<String> logins = known(wanted);
        Issue changed = issue;
        for (String gone : issue.assignees()) {
            if (!logins.contains(gone)) {
                changed = assigned(state, editor, changed, gone, "unassigned");
            }
        }
        for (String come : logins) {
            if (!issue.assignees().contains(come)) {
                changed = assigned(state, editor, changed, come, "assigned");
            }
        }
        return changed;
    }

    private Issue assigned(RepositoryState state, Account editor, Issue issue, String login, String action) {
        List<String> logins = new ArrayList<>(issue.assignees());
        if (!logins.remove(login)) {
            logins.add(login);
        }
        Issue changed = state.put(issue.assignedTo(logins, clock.now()));
        HookType type = issue.isPull() ? HookType.PULL_REQUEST_ASSIGN : HookType.ISSUE_ASSIGN;
        events.issue(state, type, action, changed, editor, HookEvents.PLAIN);
        return changed;
    }

    private Issue move(RepositoryState state, Account editor, Issue issue, String wanted) {
        if (wanted == null || wanted.equals(issue.open() ? "open" : "closed")) {
            return issue;
        }
        if (issue.merged()) {
            throw ForgeError.invalid("a merged pull request stays closed");
        }
        return switch (wanted) {
            case "closed" -> moved(state, editor, issue.closed(clock.now()), "closed");
            case "open" -> moved(state, editor, issue.reopened(clock.now()), "reopened");
            default -> throw ForgeError.invalid("unknown state: " + wanted);
        };
    }

    private Issue moved(RepositoryState state, Account editor, Issue changed, String action) {
        state.put(changed);
        events.issue(state, plain(changed), action, changed, editor, HookEvents.PLAIN);
        return changed;
    }

    private static HookType plain(Issue issue) {
        return issue.isPull() ? HookType.PULL_REQUEST : HookType.ISSUES;
    }

    private List<String> known(List<String> logins) {
        if (logins == null) {
            return List.of();
        }
        return logins.stream()
                .map(login -> accounts.byLogin(login)
                        .orElseThrow(() -> ForgeError.invalid("Assignee does not exist: [name: " + login + "]"))
                        .login())
                .distinct()
                .toList();
    }
}

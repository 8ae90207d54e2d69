package dev.alfred.local.forge.pull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Accounts;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitMerger;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.git.MergeOutcome;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.hook.HookType;
import dev.alfred.local.forge.issue.IssueHandler;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Pull;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.transport.PushHandler;
import dev.alfred.local.forge.view.UserViews;

/** Opens, retargets and merges pull requests; merging is done in git and closes what the text promises. */
@ApplicationScoped
public class PullHandler {

    private static final String ZERO = "0".repeat(40);

    private final ForgeStore store;
    private final ForgeClock clock;
    private final Accounts accounts;
    private final GitStore git;
    private final GitMerger merger;
    private final PushHandler pushes;
    private final IssueHandler issues;
    private final HookEvents events;
    private final UserViews users;

    PullHandler(
            ForgeStore store,
            ForgeClock clock,
            Accounts accounts,
            GitStore git,
            GitMerger merger,
            PushHandler pushes,
            IssueHandler issues,
            HookEvents events,
            UserViews users) {
        this.store = store;
        this.clock = clock;
        this.accounts = accounts;
        this.git = git;
        this.merger = merger;
        this.pushes = pushes;
        this.issues = issues;
        this.events = events;
        this.users = users;
    }

    public Issue open(RepositoryState repository, Account author, NewPull wish, List<Long> labels) {
        if (wish.title() == null || wish.title().isBlank()) {
            throw ForgeError.invalid("[Title]: Required");
        }
        Project project = repository.project();
        String head = withoutOwner(project, wish.head());
        String sha = git.branch(project, head).orElseThrow(ForgeError::notFound);
        String base = git.branch(project, wish.base()).map(found -> wish.base()).orElseThrow(ForgeError::notFound);
        if (head.equals(base)) {
            throw ForgeError.invalid("head and base are the same branch");
        }
        return store.change(repository, state -> {
            if (between(state, base, head).filter(Issue::open).isPresent()) {
                throw ForgeError.conflict("pull request already exists for these targets");
            }
            Issue issue = state.put(new Issue(
                    store.nextId(Kind.ISSUE),
                    state.nextNumber(),
                    author.login(),
                    wish.title().strip(),
                    wish.body() == null ? "" : wish.body(),
                    true,
                    labels,
                    wish.assignees() == null ? List.of() : List.copyOf(wish.assignees()),
                    clock.now(),
                    clock.now(),
                    null,
                    new Pull(head, base, sha, List.of(), null)));
            git.keepPullHead(project, issue.number(), sha);
            events.issue(state, HookType.PULL_REQUEST, "opened", issue, author, HookEvents.PLAIN);
            return issue;
        });
    }

    /** The newest one of the two branches, whatever its state. */
    static Optional<Issue> between(RepositoryState state, String base, String head) {
        return state.issues().stream()
                .filter(Issue::isPull)
                .filter(issue ->
                        issue.pull().base().equals(base) && issue.pull().head().equals(head))
                .reduce((older, newer) -> newer);
    }

    public Issue retarget(RepositoryState repository, Account editor, long number, String base) {
        return store.change(repository, state -> {
            Issue issue = find(state, number);
            if (base == null || base.equals(issue.pull().base())) {
                return issue;
            }
            git.branch(state.project(), base).orElseThrow(ForgeError::notFound);
            Issue changed = state.put(issue.with(issue.pull().onto(base), clock.now()));
            events.issue(
                    state,
                    HookType.PULL_REQUEST,
                    "edited",
                    changed,
                    editor,
                    HookEvents.changed("ref", issue.pull().base()));
            return changed;
        });
    }

    public void merge(RepositoryState repository, Account merging, long number, MergeWish wish) {
        store.change(repository, state -> {
            Issue issue = find(state, number);
            requireMergeable(issue, wish);
            Pull pull = issue.pull();
            boolean squash = "squash".equals(wish.style());
            MergeOutcome outcome = merger.merge(
                    state.project(), pull.base(), pull.headSha(), message(issue, wish, squash), merging, squash);
            return switch (outcome) {
                case MergeOutcome.Merged merged -> finish(state, issue, merging, merged, wish);
                case MergeOutcome.Conflict conflict -> throw ForgeError.conflict("the merge has conflicts");
                case MergeOutcome.Moved moved -> throw ForgeError.conflict("the base branch moved, try again");
            };
        });
    }

    public Issue request(
            RepositoryState repository, Account actor, long number, List<String> logins, boolean requested) {
        return store.change(repository, state -> {
            Issue issue = find(state, number);
            for (String login : logins) {
                Account reviewer = accounts.byLogin(login).orElseThrow(ForgeError::notFound);
                List<String> reviewers = new ArrayList<>(issue.pull().reviewers());
                boolean changed = requested
                        ? !reviewers.contains(reviewer.login()) && reviewers.add(reviewer.login())
                        : reviewers.remove(reviewer.login());
                if (changed) {
                    issue = state.put(issue.with(issue.pull().reviewedBy(reviewers), clock.now()));
                    String action = requested ? "review_requested" : "review_request_removed";
                    events.issue(state, HookType.PULL_REQUEST_REVIEW_REQUEST, action, issue, actor, asking(reviewer));
                }
            }
            return issue;
        });
    }

    static Issue find(RepositoryState state, long number) {
        return state.issue(number).filter(Issue::isPull).orElseThrow(ForgeError::notFound);
    }

    private static void requireMergeable(Issue issue, MergeWish wish) {
        if (issue.merged()) {
            throw ForgeError.notAllowed("The PR is already merged");
        }
        if (!issue.open()) {
            throw ForgeError.notFound();
        }
        if (issue.draft()) {
            throw ForgeError.notAllowed("Work in progress PRs cannot be merged");
        }
        if (!"merge".equals(wish.style()) && !"squash".equals(wish.style())) {
            throw ForgeError.notAllowed("merge style not allowed: " + wish.style());
        }
        if (wish.headCommitId() != null
                && !wish.headCommitId().equals(issue.pull().headSha())) {
            throw ForgeError.conflict("head out of date");
        }
    }

    private static String message(Issue issue, MergeWish wish, boolean squash) {
        String head = issue.title() + "' (#" + issue.number() + ") from "
                + issue.pull().head() + " into " + issue.pull().base();
        String title = wish.title() != null ? wish.title() : squash ? issue.title() : "Merge pull request '" + head;
        return wish.message() == null ? title + "\n" : title + "\n\n" + wish.message() + "\n";
    }

    private Issue finish(
            RepositoryState state, Issue issue, Account merging, MergeOutcome.Merged merged, MergeWish wish) {
        Issue closed =
                state.put(issue.with(issue.pull().merged(merged.commit(), merging.login(), clock.now()), clock.now())
                        .closed(clock.now()));
        pushes.moved(state, merging, "refs/heads/" + issue.pull().base(), merged.before(), merged.commit());
        events.issue(state, HookType.PULL_REQUEST, "closed", closed, merging, HookEvents.PLAIN);
        issues.closePromised(state, merging, issue.title() + "\n" + issue.body(), "");
        if (Boolean.TRUE.equals(wish.deleteBranchAfterMerge())) {
            git.deleteBranch(state.project(), issue.pull().head());
            pushes.moved(
                    state,
                    merging,
                    "refs/heads/" + issue.pull().head(),
                    issue.pull().headSha(),
                    ZERO);
        }
        return closed;
    }

    private Consumer<ObjectNode> asking(Account reviewer) {
        return payload -> payload.set("requested_reviewer", users.user(reviewer));
    }

    private static String withoutOwner(Project project, String head) {
        if (head == null) {
            throw ForgeError.notFound();
        }
        String owner = project.owner() + ":";
        return head.startsWith(owner) ? head.substring(owner.length()) : head;
    }
}

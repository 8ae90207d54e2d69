package dev.alfred.local.forge.transport;

import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.git.CommitInfo;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.hook.HookType;
import dev.alfred.local.forge.issue.IssueHandler;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.CommitViews;
import dev.alfred.local.forge.view.Json;
import org.eclipse.jgit.transport.ReceiveCommand;

/** What follows when refs moved: hooks are told, pull requests follow their branch, promised issues close. */
@ApplicationScoped
public class PushHandler {

    private static final String ZERO = "0".repeat(40);
    private static final String BRANCHES = "refs/heads/";
    private static final int COMMITS_TOLD = 15;
    private static final int COMMITS_READ = 500;

    private final ForgeStore store;
    private final ForgeClock clock;
    private final ForgeUrls urls;
    private final GitStore git;
    private final GitReader reader;
    private final CommitViews views;
    private final HookEvents events;
    private final IssueHandler issues;

    PushHandler(
            ForgeStore store,
            ForgeClock clock,
            ForgeUrls urls,
            GitStore git,
            GitReader reader,
            CommitViews views,
            HookEvents events,
            IssueHandler issues) {
        this.store = store;
        this.clock = clock;
        this.urls = urls;
        this.git = git;
        this.reader = reader;
        this.views = views;
        this.events = events;
        this.issues = issues;
    }

    /** After a push over git. */
    void received(RepositoryState repository, Account pusher, List<ReceiveCommand> commands) {
        store.change(repository, state -> {
            commands.stream()
                    .filter(command -> command.getResult() == ReceiveCommand.Result.OK)
                    .forEach(command -> moved(
                            state,
                            pusher,
                            command.getRefName(),
                            command.getOldId().name(),
                            command.getNewId().name()));
            return commands.size();
        });
    }

    /** One ref moved, came or went; called inside a change. */
    public void moved(RepositoryState state, Account pusher, String ref, String before, String after) {
        adoptDefaultBranch(state, ref);
        if (before.equals(ZERO)) {
            tellRef(state, HookType.CREATE, pusher, ref, after);
        }
        List<CommitInfo> commits = after.equals(ZERO) ? List.of() : newCommits(state.project(), ref, before, after);
        tellPush(state, pusher, ref, before, after, commits);
        if (after.equals(ZERO)) {
            tellRef(state, HookType.DELETE, pusher, ref, "");
        }
        if (ref.startsWith(BRANCHES)) {
            followPulls(state, pusher, ref.substring(BRANCHES.length()), after);
        }
        if (ref.equals(BRANCHES + state.project().defaultBranch())) {
            for (CommitInfo commit : commits.reversed()) {
                issues.closePromised(state, pusher, commit.message(), commit.sha());
            }
        }
    }

    /** The first branch that reaches an empty repository becomes its default one. */
    private void adoptDefaultBranch(RepositoryState state, String ref) {
        Project project = state.project();
        Map<String, String> branches = git.branches(project);
        if (ref.startsWith(BRANCHES) && branches.size() == 1 && !branches.containsKey(project.defaultBranch())) {
            String name = branches.keySet().iterator().next();
            git.pointHeadAt(project, name);
            state.put(project.branchingFrom(name, clock.now()));
        }
    }

    private List<CommitInfo> newCommits(Project project, String ref, String before, String after) {
        boolean onDefault = ref.equals(BRANCHES + project.defaultBranch());
        String from = before.equals(ZERO) && !onDefault ? project.defaultBranch() : before;
        return reader.between(project, from, after, COMMITS_READ);
    }

    private void tellRef(RepositoryState state, HookType type, Account pusher, String ref, String sha) {
        boolean branch = ref.startsWith(BRANCHES);
        ObjectNode payload = Json.object();
        if (type == HookType.CREATE) {
            payload.put("sha", sha);
        }
        payload.put("ref", ref.replaceFirst("^refs/(heads|tags)/", "")).put("ref_type", branch ? "branch" : "tag");
        if (type == HookType.DELETE) {
            payload.put("pusher_type", "user");
        }
        events.git(state, type, payload, pusher);
    }

    private void tellPush(
            RepositoryState state, Account pusher, String ref, String before, String after, List<CommitInfo> commits) {
        Project project = state.project();
        List<CommitInfo> told = commits.subList(0, Math.min(COMMITS_TOLD, commits.size()));
        ObjectNode payload = Json.object()
                .put("ref", ref)
                .put("before", before)
                .put("after", after)
                .put("compare_url", urls.html(project) + "/compare/" + before + "..." + after);
        payload.set("commits", Json.array(told, commit -> views.payload(project, commit)));
        payload.put("total_commits", commits.size());
        payload.set(
                "head_commit",
                reader.commit(project, after)
                        .map(commit -> views.payload(project, commit))
                        .orElse(null));
        events.git(state, HookType.PUSH, payload, pusher);
    }

    /** Open pull requests of a branch that went are closed, as the forge does it. */
    private void followPulls(RepositoryState state, Account pusher, String branch, String sha) {
        for (Issue issue : state.issues()) {
            if (issue.isPull() && issue.open() && issue.pull().head().equals(branch)) {
                if (sha.equals(ZERO)) {
                    Issue closed = state.put(issue.closed(clock.now()));
                    events.issue(state, HookType.PULL_REQUEST, "closed", closed, pusher, HookEvents.PLAIN);
                } else {
                    git.keepPullHead(state.project(), issue.number(), sha);
                    Issue moved = state.put(issue.with(issue.pull().at(sha), clock.now()));
                    events.issue(state, HookType.PULL_REQUEST_SYNC, "synchronized", moved, pusher, HookEvents.PLAIN);
                }
            }
        }
    }
}

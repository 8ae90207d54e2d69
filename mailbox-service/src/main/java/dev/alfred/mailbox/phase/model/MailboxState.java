package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * One mailbox as the decider sees it.
 *
 * @param revision rises with every change
 * @param issue as last known; an older word never replaces a newer one
 * @param branch null until it is frozen at the first run
 * @param mergeRequest the one that is open for the branch, or null
 * @param due the phases that wait to be run
 */
public record MailboxState(
        MailboxKey key,
        MailboxKind kind,
        UUID project,
        long revision,
        Issue issue,
        Standing standing,
        Work work,
        Branch branch,
        MergeRequest mergeRequest,
        List<Due> due) {
    public MailboxState {
        due = List.copyOf(due);
    }

    /** What the mailbox is about. */
    public record Issue(long iid, String title, String body, String author, String url, Instant updatedAt) {
        static Issue of(IssueSnapshot snapshot) {
            return new Issue(
                    snapshot.iid(),
                    snapshot.title(),
                    snapshot.body(),
                    snapshot.author() == null ? "ghost" : snapshot.author().login(),
                    snapshot.url(),
                    snapshot.updatedAt());
        }
    }

    /**
     * @param base what its last run started from or was compared with; the project's may have been renamed since
     * @param pushed whether Alfred has pushed it; until then a remote branch of that name is not Alfred's
     */
    public record Branch(String name, String base, boolean pushed) {
        Branch from(String baseBranch) {
            return baseBranch == null ? this : new Branch(name, baseBranch, pushed);
        }
    }

    public record MergeRequest(long iid, String url) {}

    /** A mailbox of which nothing but its issue is known. */
    public static MailboxState opened(MailboxKey key, UUID project, IssueSnapshot issue) {
        return new MailboxState(
                key,
                MailboxKind.ISSUE,
                project,
                0,
                Issue.of(issue),
                new Standing.Open(),
                Work.NONE,
                null,
                null,
                List.of());
    }

    public Optional<Due> due(Phase phase) {
        return due.stream().filter(one -> one.phase() == phase).findFirst();
    }

    /** Whether a phase waits and nothing keeps it from being started. */
    public boolean mayStart() {
        boolean held =
                standing instanceof Standing.Blocked blocked && blocked.why().holdsEverything();
        return !due.isEmpty() && !standing.active() && !held;
    }

    /** Takes over what a webhook or the forge said of the issue, unless it is older than what is known. */
    public MailboxState knowing(IssueSnapshot snapshot) {
        boolean older = snapshot.updatedAt() != null
                && issue.updatedAt() != null
                && snapshot.updatedAt().isBefore(issue.updatedAt());
        if (older) {
            return this;
        }
        return new MailboxState(
                key, kind, project, revision, Issue.of(snapshot), standing, work, branch, mergeRequest, due);
    }

    public MailboxState revised() {
        return new MailboxState(key, kind, project, revision + 1, issue, standing, work, branch, mergeRequest, due);
    }

    MailboxState at(Standing next) {
        return new MailboxState(key, kind, project, revision, issue, next, work, branch, mergeRequest, due);
    }

    MailboxState doing(Work next) {
        return new MailboxState(key, kind, project, revision, issue, standing, next, branch, mergeRequest, due);
    }

    MailboxState on(Branch next) {
        return new MailboxState(key, kind, project, revision, issue, standing, work, next, mergeRequest, due);
    }

    MailboxState offering(MergeRequest next) {
        return new MailboxState(key, kind, project, revision, issue, standing, work, branch, next, due);
    }

    MailboxState owing(List<Due> next) {
        return new MailboxState(key, kind, project, revision, issue, standing, work, branch, mergeRequest, next);
    }
}

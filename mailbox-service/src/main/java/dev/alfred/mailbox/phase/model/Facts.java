package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.Set;

import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueSnapshot;

/**
 * What was read for one input; only what {@link FactsPlanner} asked for is there.
 *
 * @param actor whether the event's actor may command
 * @param remoteBranches the remote's branches that begin with {@code agent}, or null where they were not read
 * @param comments what was said before Alfred heard of the issue, or null where that was not read
 * @param mergeRequestMerged whether the mailbox's merge request is merged, or null where that was not read
 * @param repository the repository, or null where it was not read; the project takes it over before anything is decided
 */
public record Facts(
        Word actor,
        IssueFact issue,
        Set<String> remoteBranches,
        List<SaidBefore> comments,
        Boolean mergeRequestMerged,
        RepositoryFact repository) {
    public static final Facts NONE = new Facts(Word.UNASKED, new IssueFact.Unasked(), null, null, null, null);

    public Facts {
        remoteBranches = remoteBranches == null ? null : Set.copyOf(remoteBranches);
        comments = comments == null ? null : List.copyOf(comments);
    }

    /** @param defaultBranch the forge's, or null where it names none */
    public record RepositoryFact(String defaultBranch, boolean empty) {}

    /**
     * A comment as it stood when it was read.
     *
     * @param member whether its author may command
     */
    public record SaidBefore(IssueComment comment, boolean member) {}

    /** A yes or no by the forge's own word. Unasked counts as no. */
    public enum Word {
        UNASKED,
        YES,
        NO
    }

    /** What the forge says of the issue now. */
    public sealed interface IssueFact {
        record Unasked() implements IssueFact {}

        record Present(IssueSnapshot issue) implements IssueFact {}

        /** Deleted, by the rule that a single 404 is no proof. */
        record Gone() implements IssueFact {}

        /** Transferred to another project. */
        record Moved() implements IssueFact {}
    }

    public Facts actor(boolean allowed) {
        return new Facts(allowed ? Word.YES : Word.NO, issue, remoteBranches, comments, mergeRequestMerged, repository);
    }

    public Facts issue(IssueFact fact) {
        return new Facts(actor, fact, remoteBranches, comments, mergeRequestMerged, repository);
    }

    public Facts branches(Set<String> names) {
        return new Facts(actor, issue, names, comments, mergeRequestMerged, repository);
    }

    public Facts comments(List<SaidBefore> said) {
        return new Facts(actor, issue, remoteBranches, said, mergeRequestMerged, repository);
    }

    public Facts merged(boolean merged) {
        return new Facts(actor, issue, remoteBranches, comments, merged, repository);
    }

    public Facts repository(RepositoryFact fact) {
        return new Facts(actor, issue, remoteBranches, comments, mergeRequestMerged, fact);
    }

    /** Whether the mailbox's work is merged. Without a merge request it is not. */
    boolean merged() {
        return Boolean.TRUE.equals(mergeRequestMerged);
    }

    boolean actorMayCommand() {
        return actor == Word.YES;
    }
}

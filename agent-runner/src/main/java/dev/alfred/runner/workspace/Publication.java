package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Published;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.workspace.UntrustedRepository.Opened;

/**
 * Brings what an agent committed to the forge. All git commands run in a fresh git directory of the stage's own, to
 * which the workspace contributes objects and files, and nothing else.
 */
public final class Publication {
    private final Git git;
    private final GitCredentials credentials;
    private final Path worktree;
    private final Path scratch;
    private final Consumer<Published> beforePush;

    /**
     * @param scratch an empty directory of the stage's own
     * @param beforePush is told what is about to be pushed
     */
    public Publication(
            Git git, GitCredentials credentials, Path worktree, Path scratch, Consumer<Published> beforePush) {
        this.git = git;
        this.credentials = credentials;
        this.worktree = worktree;
        this.scratch = scratch;
        this.beforePush = beforePush;
    }

    /**
     * @param base the commit that the workspace was checked out at
     * @param branchExisted whether the branch was on the remote then
     * @param leftovers whether uncommitted changes are to be committed
     */
    public Published publish(RunnerSpec spec, String base, boolean branchExisted, boolean leftovers)
            throws IOException {
        try {
            return switch (UntrustedRepository.open(worktree)) {
                case Opened.Unusable(String detail) -> refuse(ExitReason.NOT_PUBLISHABLE, detail);
                case Opened.Usable(UntrustedRepository workspace) ->
                    publish(spec, workspace, base, branchExisted, leftovers);
            };
        } catch (AccessDeniedException e) {
            return refuse(ExitReason.NOT_PUBLISHABLE, "the workspace's git directory can't be read");
        } catch (GitFailed e) {
            return refuse(e.reason(ExitReason.NOT_PUBLISHABLE), "the work can't be read whole: " + e.getMessage());
        }
    }

    private Published publish(
            RunnerSpec spec, UntrustedRepository workspace, String base, boolean branchExisted, boolean leftovers)
            throws IOException {
        AdoptedRepository repository = AdoptedRepository.of(workspace, base, git, scratch);
        String branch = spec.repository().branch();
        Optional<String> tip = tip(workspace, branch, repository);
        if (tip.isEmpty()) {
            return refuse(ExitReason.NOT_PUBLISHABLE, "the workspace was left off the branch " + branch);
        }
        CommitRange committed = new CommitRange(base, tip.get());
        if (!ancestor(committed.base(), committed.head(), repository)) {
            return refuse(
                    ExitReason.NOT_PUBLISHABLE, "the branch no longer contains the commit that the run began from");
        }
        Optional<String> objection = committed.objection(repository);
        if (objection.isPresent()) {
            return refuse(ExitReason.NOT_PUBLISHABLE, objection.get());
        }
        Leftovers.Outcome left = leftovers
                ? leftovers(spec, committed, repository)
                : new Leftovers.Outcome.Committed(committed.head(), null);
        return switch (left) {
            case Leftovers.Outcome.Committed(String head, String note) ->
                push(spec, new CommitRange(base, head), branchExisted, note, repository);
            case Leftovers.Outcome.Skipped(ExitReason reason, String detail) ->
                committed.empty() ? refuse(reason, detail) : push(spec, committed, branchExisted, detail, repository);
        };
    }

    /** The branch's head, or a detached HEAD's commit that goes on from it; empty where the workspace is elsewhere. */
    private static Optional<String> tip(UntrustedRepository workspace, String branch, AdoptedRepository repository)
            throws IOException {
        Optional<String> head = workspace.head(branch);
        if (workspace.currentBranch().equals(Optional.of(branch))) {
            return head;
        }
        Optional<String> detached = workspace.detachedHead();
        return head.isPresent() && detached.isPresent() && ancestor(head.get(), detached.get(), repository)
                ? detached
                : Optional.empty();
    }

    private static boolean ancestor(String earlier, String later, AdoptedRepository repository) {
        return repository.run("merge-base", "--is-ancestor", earlier, later).yes();
    }

    private Leftovers.Outcome leftovers(RunnerSpec spec, CommitRange committed, AdoptedRepository repository)
            throws IOException {
        Leftovers.Outcome left = new Leftovers(repository, worktree).commit(spec, committed.head());
        if (left instanceof Leftovers.Outcome.Committed(String head, String note) && !head.equals(committed.head())) {
            Optional<String> objection = new CommitRange(committed.base(), head).objection(repository);
            return objection.isPresent() ? Leftovers.skipped(ExitReason.NOT_PUBLISHABLE, objection.get()) : left;
        }
        return left;
    }

    private Published push(
            RunnerSpec spec, CommitRange range, boolean branchExisted, String note, AdoptedRepository repository) {
        if (range.empty()) {
            return new Published(
                    ExitReason.NONE, note == null ? "no commits" : "no commits; " + note, range.base(), 0, false);
        }
        int commits = range.commits(repository);
        beforePush.accept(new Published(ExitReason.NONE, "about to push", range.head(), commits, false));
        String branch = spec.repository().branch();
        // A lease on the value that was seen: with the ancestry checked above it never overwrites, only refuses.
        String expected = branchExisted ? range.base() : "";
        GitResult pushed = repository.push(
                credentials,
                "refs/heads/%s:%s".formatted(branch, expected),
                spec.repository().cloneUrl(),
                "%s:refs/heads/%s".formatted(range.head(), branch));
        return pushed.ok()
                ? new Published(ExitReason.NONE, note, range.head(), commits, true)
                : new Published(GitFailures.pushing(pushed), GitFailures.words(pushed), range.head(), commits, false);
    }

    private static Published refuse(ExitReason reason, String detail) {
        return new Published(reason, detail, null, 0, false);
    }
}

package dev.alfred.runner.workspace;

import dev.alfred.contracts.vocabulary.ExitReason;

/** Which branch a workspace is checked out on, by the remote's branches and what Alfred knows of them. Pure. */
public sealed interface BranchPlan {
    /**
     * @param branch the local branch
     * @param commit where it begins
     * @param existed whether the mailbox's branch was on the remote
     */
    record CheckOut(String branch, String commit, boolean existed) implements BranchPlan {}

    record Refuse(ExitReason reason, String detail) implements BranchPlan {}

    /** The local branch of a read-only run whose mailbox has no branch on the remote yet. */
    String TEMPORARY = "alfred-read-only";

    /**
     * @param writes whether the phase may change the branch
     * @param pushed whether Alfred has pushed the branch before
     * @param alfredsOwn false for a branch that belongs to somebody else's merge request
     * @param fixedBase the commit that the run's first attempt began from, or null
     */
    record Facts(boolean writes, String branch, String base, boolean pushed, boolean alfredsOwn, String fixedBase) {}

    static BranchPlan of(Facts facts, RemoteBranches remote) {
        String branchHead = remote.head(facts.branch());
        String baseHead = remote.head(facts.base());
        if (remote.empty()) {
            return new Refuse(ExitReason.EMPTY_REPOSITORY, "the repository has no branch yet");
        }
        if (baseHead == null) {
            return new Refuse(
                    ExitReason.INVALID_REQUEST,
                    "the base branch %s is not in the repository: push it, or set BASE_BRANCH to one that is"
                            .formatted(facts.base()));
        }
        boolean ours = facts.pushed() || !facts.alfredsOwn();
        if (branchHead != null && ours) {
            return new CheckOut(facts.branch(), begin(facts, branchHead), true);
        }
        if (branchHead != null && facts.writes()) {
            return new Refuse(
                    ExitReason.BRANCH_TAKEN,
                    "the branch %s is on the remote, and Alfred did not push it".formatted(facts.branch()));
        }
        if (branchHead == null && !facts.alfredsOwn()) {
            return new Refuse(
                    ExitReason.INVALID_REQUEST, "the branch %s is not on the remote".formatted(facts.branch()));
        }
        return new CheckOut(
                localBranch(facts.writes(), facts.branch(), false), begin(facts, baseHead), branchHead != null);
    }

    /** The local branch of a workspace, by whether the mailbox's branch is there to work on. */
    static String localBranch(boolean writes, String branch, boolean there) {
        return writes || there ? branch : TEMPORARY;
    }

    private static String begin(Facts facts, String head) {
        return facts.fixedBase() == null ? head : facts.fixedBase();
    }
}

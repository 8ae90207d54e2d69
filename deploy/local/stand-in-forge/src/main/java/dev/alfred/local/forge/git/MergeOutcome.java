package dev.alfred.local.forge.git;

/** What a merge came to. */
public sealed interface MergeOutcome {

    /** The base branch now stands at this commit. */
    record Merged(String before, String commit) implements MergeOutcome {}

    record Conflict() implements MergeOutcome {}

    /** The base moved while it was merged, or a branch is gone. */
    record Moved() implements MergeOutcome {}
}

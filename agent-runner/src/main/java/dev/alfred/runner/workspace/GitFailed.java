package dev.alfred.runner.workspace;

import dev.alfred.contracts.vocabulary.ExitReason;

/** A git command whose answer was needed did not give it: it failed, was ended, or said more than can be read. */
final class GitFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient GitResult result;

    GitFailed(GitResult result) {
        super(GitFailures.words(result));
        this.result = result;
    }

    /** The disk's being full is a reason of its own; {@code otherwise} is any other failure's. */
    ExitReason reason(ExitReason otherwise) {
        return GitFailures.noSpace(result) ? ExitReason.NO_SPACE : otherwise;
    }
}

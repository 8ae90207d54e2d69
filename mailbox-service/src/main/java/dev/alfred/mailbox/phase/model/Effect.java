package dev.alfred.mailbox.phase.model;

import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.Phase;

/** What a decision makes happen beside the mailbox's change. */
public sealed interface Effect {
    /** Asks run-orchestrator for a run. */
    record RequestRun(UUID run, Phase phase, List<Due.Ask> asks, boolean fresh, boolean tainted) implements Effect {
        public RequestRun {
            asks = List.copyOf(asks);
        }
    }

    record CancelRun(UUID run, String by, String why) implements Effect {}

    /** Has the remote's branches read, and {@link Input.BranchesAsked} decided then. */
    record ReadBranches() implements Effect {}

    /** A comment of its own on the issue. */
    record PostComment(Tone tone, String text, Due.Ask inReplyTo) implements Effect {}

    record OpenMergeRequest(String branch, String base, String title, String body) implements Effect {}

    record PublishFrozen(String branch) implements Effect {}

    record PublishClosed(CloseCause cause) implements Effect {}

    record PublishReopened() implements Effect {}

    /** What a comment is to its reader. */
    enum Tone {
        PLAN,
        ANSWER,
        QUESTION,
        SUMMARY,
        NOTICE,
        FAILURE
    }
}

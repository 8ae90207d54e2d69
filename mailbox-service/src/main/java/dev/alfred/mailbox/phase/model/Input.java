package dev.alfred.mailbox.phase.model;

import java.time.Instant;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.Phase;

/** What can happen to a mailbox. */
public sealed interface Input {
    /** The forge told something about the issue. */
    record IssueHappened(IssueEvent event) implements Input {}

    /** An operator commands by REST; who may do so was checked there. */
    record Commanded(Command command, String by, Instant at) implements Input {}

    /** An operator asks for a run by REST. */
    record RunWished(Phase phase, String text, String by, Instant at) implements Input {}

    /** run-orchestrator told something about a run. */
    record RunHappened(RunEvent event) implements Input {}

    /** The branches that a first run needs were asked for. */
    record BranchesAsked() implements Input {}

    /** The merge request that was asked for stands on the forge. */
    record MergeRequestOpened(long iid, String url) implements Input {}

    /** The forge refused to open the merge request, for good. */
    record MergeRequestRefused(String why) implements Input {}

    /** Writing to the issue showed that it is deleted or transferred. */
    record IssueVanished() implements Input {}

    /** Everything of one moment is decided: what is due may start. */
    record MomentEnded() implements Input {}
}

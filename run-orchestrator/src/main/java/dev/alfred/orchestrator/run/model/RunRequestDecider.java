package dev.alfred.orchestrator.run.model;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.RunState;

/** Decides on requests and cancels, in whatever order and however often they come. */
public final class RunRequestDecider {
    public static final String ALREADY_KNOWN = "already_known";
    public static final String ALREADY_ENDED = "already_ended";
    public static final String ALREADY_CANCELLING = "already_cancelling";

    private RunRequestDecider() {}

    /**
     * What is known of the run.
     *
     * @param prepared whether an attempt of it is on record: its session may be pinned, and must be recorded first
     */
    public record Known(RunState state, boolean prepared, boolean cancelling) {}

    public static RunRequestDecision requested(Optional<Known> known, Optional<Cancel> tombstone) {
        if (known.isPresent()) {
            return new RunRequestDecision.Ignore(ALREADY_KNOWN);
        }
        return tombstone
                .<RunRequestDecision>map(RunRequestDecision.EnqueueCancelled::new)
                .orElseGet(RunRequestDecision.Enqueue::new);
    }

    public static RunRequestDecision cancelRequested(Optional<Known> known) {
        if (known.isEmpty()) {
            return new RunRequestDecision.KeepTombstone();
        }
        Known run = known.get();
        return switch (run.state()) {
            case QUEUED -> run.prepared() ? stop(run) : new RunRequestDecision.CancelNow();
            case STARTING, RUNNING -> stop(run);
            case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT, LOST -> new RunRequestDecision.Ignore(ALREADY_ENDED);
        };
    }

    private static RunRequestDecision stop(Known run) {
        return run.cancelling()
                ? new RunRequestDecision.Ignore(ALREADY_CANCELLING)
                : new RunRequestDecision.CancelByOwner();
    }
}

package dev.alfred.orchestrator.run.model;

/** What becomes of one record of {@code alfred.run-requests}. */
public sealed interface RunRequestDecision {
    /** A new run waits for its turn. */
    record Enqueue() implements RunRequestDecision {}

    /** A new run whose cancel came first: it is stored as cancelled at once. */
    record EnqueueCancelled(Cancel cancel) implements RunRequestDecision {}

    /** Nothing was prepared for the run: it ends now. */
    record CancelNow() implements RunRequestDecision {}

    /** Somebody works on the run: the cancel is put on record, and its owner stops it. */
    record CancelByOwner() implements RunRequestDecision {}

    /** The cancel waits for its request. */
    record KeepTombstone() implements RunRequestDecision {}

    /** Nothing to do, for a reason. */
    record Ignore(String reason) implements RunRequestDecision {}
}

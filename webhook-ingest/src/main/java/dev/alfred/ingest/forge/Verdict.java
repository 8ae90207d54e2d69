package dev.alfred.ingest.forge;

/** Whether a webhook was signed by someone who knows the connection's secret. */
public sealed interface Verdict {
    record Genuine() implements Verdict {}

    /** @param why for the log, never for the caller */
    record Refused(Why why) implements Verdict {}

    /** The ways in which a signature fails. */
    enum Why {
        MISSING,
        EMPTY,
        AMBIGUOUS,
        WRONG,
        STALE
    }
}

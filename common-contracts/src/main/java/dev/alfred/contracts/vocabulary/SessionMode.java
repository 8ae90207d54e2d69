package dev.alfred.contracts.vocabulary;

/** What became of a run's session: resumed, begun anew, or none used. */
public enum SessionMode implements Wire {
    RESUMED,
    FRESH,
    OFF
}

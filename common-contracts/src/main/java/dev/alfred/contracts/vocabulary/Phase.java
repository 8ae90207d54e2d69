package dev.alfred.contracts.vocabulary;

import java.util.Comparator;

/** What a run is for. Declared in the order in which due phases are served, {@code analysis} last. */
public enum Phase implements Wire {
    CONFLICT_RESOLUTION,
    CI_FIX,
    REVIEW_FIX,
    DEVELOPMENT,
    ANSWER,
    ANALYSIS;

    /** The more urgent phase first. */
    public static final Comparator<Phase> BY_URGENCY = Comparator.comparingInt(Phase::ordinal);

    /** Whether the phase may change the branch; the others get read credentials only and push nothing. */
    public boolean writes() {
        return this != ANALYSIS && this != ANSWER;
    }

    /** 0 is the most urgent. */
    public int priority() {
        return ordinal();
    }
}

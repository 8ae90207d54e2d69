package dev.alfred.local.model.script;

import java.util.Optional;

/** The kinds of work an Alfred prompt asks for, as its second line names them. */
enum Phase {
    ANALYSIS,
    DEVELOPMENT,
    ANSWER,
    CI_FIX,
    REVIEW_FIX,
    CONFLICT_RESOLUTION;

    static Optional<Phase> named(String wire) {
        for (Phase phase : values()) {
            if (phase.name().equalsIgnoreCase(wire)) {
                return Optional.of(phase);
            }
        }
        return Optional.empty();
    }
}

package dev.alfred.orchestrator.simulation;

/** A guard that is missing in a simulation, so that it can be seen that what comes of it is found. */
enum Mutation {
    NONE("nothing"),
    /** Runs are claimed as if their project had no limit. */
    NO_PROJECT_LIMIT("more is held than may be: project"),
    /** Runs are claimed as if their pool had no limit. */
    NO_POOL_LIMIT("more is held than may be: pool"),
    /** A launcher that has taken an attempt's place goes on without asking whether it is still to be launched. */
    LAUNCHES_BLINDLY("which is not its to launch any more"),
    /** A claim leaves a run's generation as it is, so that a former owner's writes count. */
    SAME_GENERATION("which is not its to launch any more");

    private final String violation;

    Mutation(String violation) {
        this.violation = violation;
    }

    /** Words of the violation that it leads to. */
    String violation() {
        return violation;
    }
}

package dev.alfred.orchestrator.simulation;

/** A guard that is missing in a simulation, so that it can be seen that what comes of it is found. */
enum Mutation {
    NONE,
    /** Runs are claimed as if their project had no limit. */
    NO_PROJECT_LIMIT,
    /** Runs are claimed as if their pool had no limit. */
    NO_POOL_LIMIT,
    /** A launcher that has taken an attempt's place goes on without asking whether it is still to be launched. */
    LAUNCHES_BLINDLY,
    /** A claim leaves a run's generation as it is, so that a former owner's writes count. */
    SAME_GENERATION
}

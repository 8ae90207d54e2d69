package dev.alfred.contracts.runner;

import dev.alfred.contracts.vocabulary.Stage;

/**
 * The files of a local attempt's directory (mode 0700), by which launcher and supervisor speak. What the worker can write
 * ({@link #WORKSPACE}, {@link #HANDOVER}, {@link #TERMINATION}) is read by the supervisor alone, after the stage's end.
 */
public final class AttemptFiles {
    /** {@link AttemptPlan} as JSON. */
    public static final String PLAN = "supervise.json";
    /** Held locked by the supervisor, from before it writes {@link #SUPERVISOR}. */
    public static final String LOCK = "lock";
    /** {@link ProcessMark} of the supervisor; once it exists no other supervisor takes the attempt. */
    public static final String SUPERVISOR = "supervisor.json";
    /** {@link RunningStage} as JSON: the stage under way. */
    public static final String STAGE = "stage.json";
    /** {@link AttemptEnd} as JSON. */
    public static final String ENDED = "ended.json";
    /** How many milliseconds a stop leaves the stage, as text; written before the signal. */
    public static final String GRACE = "grace";
    /** The lines of all stages. */
    public static final String LOG = "log";
    /** What the supervisor itself says. */
    public static final String SUPERVISOR_LOG = "supervisor.log";
    /** Path of a short directory outside, for sockets and mount points. */
    public static final String RUN_DIRECTORY = "run-directory";

    public static final String INPUT = "input";
    public static final String CREDENTIALS = "credentials";
    public static final String HANDOVER = "handover";
    public static final String TERMINATION = "termination";
    public static final String WORKSPACE = "workspace";
    /** Where the host runner maps {@link RunnerPaths} to. */
    public static final String ROOT = "root";

    /** The variable that tells a stage of the host runner the directory below which it finds {@link RunnerPaths}. */
    public static final String ROOT_VARIABLE = "ALFRED_ROOT";

    private AttemptFiles() {}

    /** {@link StageEnd} as JSON. */
    public static String stageEnd(Stage stage) {
        return "stage-" + stage.wire() + ".json";
    }

    /** The stage under way and the process that holds it. */
    public record RunningStage(Stage stage, ProcessMark process) {}
}

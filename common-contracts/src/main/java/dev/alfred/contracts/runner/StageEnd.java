package dev.alfred.contracts.runner;

import dev.alfred.contracts.vocabulary.Stage;

/**
 * How a stage's process ended.
 *
 * @param exitCode 0: its result is authoritative; 1: failed, for the reason in its result; anything else: killed
 * @param termination the termination message as the stage left it ({@link Termination} as JSON, at most 4 KiB, not to be
 *     trusted), or null when it left none
 * @param logEnd the bytes of an attempt's one log up to which its lines are this stage's or an earlier one's; 0 where
 *     each stage has a log of its own
 */
public record StageEnd(Stage stage, int exitCode, String termination, long logEnd) {
    public StageEnd(Stage stage, int exitCode, String termination) {
        this(stage, exitCode, termination, 0);
    }
}

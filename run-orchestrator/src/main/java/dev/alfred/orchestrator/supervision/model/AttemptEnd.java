package dev.alfred.orchestrator.supervision.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * Why an attempt ended, from what its stages told and what happened around them.
 *
 * @param detail one line for people, or null
 */
public record AttemptEnd(ExitReason reason, String detail) {
    private static final int SIGNALLED = 128;

    /**
     * @param stages the stages that began
     * @param cause what ended the attempt from outside, or {@code none}
     * @param cancelled whether somebody asked for the run's end
     * @param overdue whether the attempt's deadline had passed
     */
    public record Facts(
            Map<Stage, StageOutcome> stages, ExitReason cause, String detail, boolean cancelled, boolean overdue) {
        public Facts {
            Map<Stage, StageOutcome> copy = new EnumMap<>(Stage.class);
            copy.putAll(stages);
            stages = copy;
        }

        public <R extends StageResult> Optional<R> told(Stage stage, Class<R> type) {
            return stages.get(stage) instanceof StageOutcome.Told(StageResult result)
                    ? Optional.of(type.cast(result))
                    : Optional.empty();
        }
    }

    /** The runner is gone before its end was seen. */
    public static AttemptEnd gone(String detail, boolean cancelled) {
        return cancelled ? new AttemptEnd(ExitReason.CANCELLED, null) : new AttemptEnd(ExitReason.RUNNER_LOST, detail);
    }

    /** A run that came through all its stages has succeeded, whatever was asked for meanwhile. */
    public static AttemptEnd of(Facts facts) {
        if (cameThrough(facts)) {
            return new AttemptEnd(ExitReason.NONE, null);
        }
        if (facts.cancelled()) {
            return new AttemptEnd(ExitReason.CANCELLED, null);
        }
        if (facts.overdue()) {
            return new AttemptEnd(ExitReason.TIMEOUT, "the attempt's deadline passed");
        }
        for (Stage stage : Stage.values()) {
            if (facts.stages().get(stage) instanceof StageOutcome.Told(StageResult result)
                    && result.reason() != ExitReason.NONE) {
                return told(result, facts);
            }
        }
        if (facts.cause() == ExitReason.CANCELLED) {
            return toldToEnd(facts);
        }
        return facts.cause() == ExitReason.NONE ? unexplained(facts) : new AttemptEnd(facts.cause(), facts.detail());
    }

    private static AttemptEnd told(StageResult result, Facts facts) {
        if (result.reason() == ExitReason.CANCELLED) {
            return toldToEnd(facts);
        }
        // The stage outlived its child, and can't know what killed that.
        boolean child = result.reason() == ExitReason.SETUP_FAILED || result.reason() == ExitReason.AGENT_FAILED;
        return child && facts.cause() == ExitReason.OUT_OF_MEMORY
                ? new AttemptEnd(facts.cause(), facts.detail())
                : new AttemptEnd(result.reason(), result.detail());
    }

    /** By its launcher for a reason of its own, or else, since nobody here asked for it, by somebody else. */
    private static AttemptEnd toldToEnd(Facts facts) {
        return facts.cause() == ExitReason.NONE || facts.cause() == ExitReason.CANCELLED
                ? new AttemptEnd(ExitReason.RUNNER_LOST, "the runner was told to end")
                : new AttemptEnd(facts.cause(), facts.detail());
    }

    private static boolean cameThrough(Facts facts) {
        for (Stage stage : Stage.values()) {
            if (!(facts.stages().get(stage) instanceof StageOutcome.Told(StageResult result))
                    || result.reason() != ExitReason.NONE) {
                return false;
            }
        }
        return true;
    }

    private static AttemptEnd unexplained(Facts facts) {
        for (Stage stage : Stage.values()) {
            switch (facts.stages().get(stage)) {
                case null -> {
                    return new AttemptEnd(ExitReason.RUNNER_LOST, stage.wire() + " never began");
                }
                case StageOutcome.ResultLost(String detail) -> {
                    return new AttemptEnd(ExitReason.RESULT_LOST, stage.wire() + ": " + detail);
                }
                case StageOutcome.Killed(int exitCode) -> {
                    String detail = stage.wire() + " ended with status " + exitCode;
                    return new AttemptEnd(
                            exitCode >= SIGNALLED || exitCode < 0 ? ExitReason.RUNNER_LOST : ExitReason.INTERNAL,
                            detail);
                }
                case StageOutcome.Told ignored -> {}
            }
        }
        return new AttemptEnd(ExitReason.INTERNAL, facts.detail());
    }
}

package dev.alfred.orchestrator.run;

import java.time.Duration;

import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.RunState;

/**
 * Fired in the transaction of a run's end.
 *
 * @param lasted from the first launch on, zero when there was none
 */
public record RunEnded(RunState state, RunReport report, Duration lasted) {}

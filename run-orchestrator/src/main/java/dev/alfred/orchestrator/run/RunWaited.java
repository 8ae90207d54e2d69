package dev.alfred.orchestrator.run;

import java.time.Duration;

/** Fired in the transaction in which a run was launched for the first time, after that long in the queue. */
public record RunWaited(Duration queued) {}

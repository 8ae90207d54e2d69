package dev.alfred.orchestrator.run;

/** Fired in a transaction after which a run may be claimed, or its owner has something to do. */
public record RunsChanged() {}

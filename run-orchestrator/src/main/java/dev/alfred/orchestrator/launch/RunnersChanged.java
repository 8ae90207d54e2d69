package dev.alfred.orchestrator.launch;

/** Fired by a launcher that heard of a change of some runner: there is something to look at. */
public record RunnersChanged() {}

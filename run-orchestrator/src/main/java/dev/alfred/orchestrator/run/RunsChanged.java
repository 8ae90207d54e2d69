package dev.alfred.orchestrator.run;

import java.util.UUID;

/** Fired in a transaction after which this run may be claimed, or its owner has something to do, or has left room for others. */
public record RunsChanged(UUID run) {}

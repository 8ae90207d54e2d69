package dev.alfred.orchestrator.run.model;

import java.time.Instant;

/** Who asked for a run's end, why and when. */
public record Cancel(String requestedBy, String why, Instant requestedAt) {}

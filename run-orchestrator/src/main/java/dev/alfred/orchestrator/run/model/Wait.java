package dev.alfred.orchestrator.run.model;

import java.time.Instant;

/**
 * What keeps a run in the queue.
 *
 * @param detail for people, or null
 * @param until before when it is not tried again, or null
 */
public record Wait(String reason, String detail, Instant until) {}

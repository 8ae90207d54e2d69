package dev.alfred.sessions.record.model;

import java.time.Instant;

import dev.alfred.contracts.internal.RecordSession;

/**
 * A recorded attempt.
 *
 * @param position its place in the order of recording
 * @param stateRemovedAt when the state that it left was removed, or null
 */
public record SessionEntry(long position, RecordSession session, Instant stateRemovedAt) {}

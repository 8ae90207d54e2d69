package dev.alfred.contracts.runrequests;

import java.util.UUID;

/**
 * The prompt in its two forms, each at most 256 KiB.
 *
 * @param full for a session that knows nothing
 * @param delta for a session whose last seen turn is in the run {@code deltaSince}; null on a mailbox's first run
 * @param deltaSince the last run whose prompt the delta builds on, or null
 */
public record RunPrompts(String full, String delta, UUID deltaSince) {}

package dev.alfred.contracts.runner;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * A stage's termination message (JSON, at most 4 KiB): the essentials, and by which the result in the log is proven
 * whole.
 *
 * @param size bytes of the result's JSON
 * @param sha256 hex, of the result's JSON
 */
public record Termination(
        Stage stage, ExitReason reason, String detail, String commit, String sessionId, long size, String sha256) {}

package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;

/**
 * One launch of a run, or the preparation of one.
 *
 * @param freshId the id that a fresh session gets, on record before anything starts
 * @param sessionOff why it uses no session, or null
 * @param resolution session-store's answer; empty without a session, and before it was asked
 * @param startingAt when its first launch was tried; from then on something of it may run
 * @param launchedAt when a runner of it was known to live
 * @param runner the launcher's name for it, as text
 * @param logLine the position in the runner's log to read from next, as its launcher counts
 * @param nativeId the session's id as the CLI told it
 * @param toldFallback why it resumed none, as its stage told, or null
 * @param spoke whether a word or an action of the model was seen
 * @param usage what its CLI told last of what it used
 * @param reportedCommit what publish reported before it pushed
 */
public record Attempt(
        UUID run,
        int number,
        UUID freshId,
        RunnerKind kind,
        String image,
        String cliVersion,
        String provider,
        String model,
        SessionOff sessionOff,
        Optional<SessionResolution> resolution,
        Instant preparedAt,
        Instant startingAt,
        Instant launchedAt,
        Instant deadline,
        Optional<String> runner,
        long logLine,
        long logBytes,
        String nativeId,
        ResumeFallback toldFallback,
        boolean spoke,
        Usage usage,
        String stage,
        String reportedCommit,
        Instant stopSentAt,
        Instant endedAt) {

    /** Whether a runner of it may exist. */
    public boolean perhapsLaunched() {
        return startingAt != null && endedAt == null;
    }

    /** Whether it was not seen in that stage yet, nor in a later one. */
    public boolean isBefore(Stage other) {
        return stage == null || Wire.of(Stage.class, stage).compareTo(other) < 0;
    }
}

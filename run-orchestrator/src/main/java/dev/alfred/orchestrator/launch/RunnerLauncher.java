package dev.alfred.orchestrator.launch;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * Where attempts execute: one implementation per runner kind, used by the core through {@link Launchers}. Foreseeable
 * failures are values; an exception is something that nobody foresaw. All methods may block on I/O, none waits for an
 * agent.
 */
public interface RunnerLauncher {
    RunnerKind kind();

    /** What the attempt is named here, launched or not. */
    RunnerRef reference(UUID run, int attempt);

    /**
     * Starts the attempt; idempotent by run and attempt: the second call finds what the first one started. It takes the
     * attempt's place first, then asks whether the attempt is still wanted, and only then gives it what it needs to begin: a
     * caller that was held up until its attempt had ended starts nothing.
     */
    LaunchOutcome launch(LaunchOrder order, StillWanted wanted);

    /** Whether the attempt is still the caller's to launch. */
    @FunctionalInterface
    interface StillWanted {
        boolean ask();
    }

    /**
     * How the attempt stands, with the log lines from that position on: 0 for the first, then what the look before told as
     * the next. Never changes the attempt; may be asked by another process than the one that launched, after any restart.
     */
    Observation observe(RunnerRef runner, long from);

    /**
     * Asks the attempt to end: SIGTERM to its stage, SIGKILL after the grace period. Returns at once; {@link #observe}
     * tells when it has ended. A no-op for one that has ended or is gone.
     */
    void stop(RunnerRef runner, Duration grace);

    /**
     * Gives the stage's forge credential anew while the attempt lives, for forges whose tokens expire. A no-op for a
     * stage that has ended. What another stage has stays as it is.
     */
    Renewal renew(RunnerRef runner, Stage stage, GitCredential credential);

    /** What became of a renewed credential. */
    sealed interface Renewal {
        /** It lies where the stage reads it, or will within the minutes that a node takes. */
        record Given() implements Renewal {}

        /** The stage or all of the attempt is over. */
        record NotNeeded() implements Renewal {}

        /** Not now: it is to be tried again. */
        record Unreachable(String detail) implements Renewal {}
    }

    /** Ends what still runs and deletes all that the attempt left, credentials included, but no session state. Idempotent. */
    void remove(RunnerRef runner);

    /**
     * Removes what lies around and is no present attempt's: what a process that was killed left half made or half removed, and
     * what others' deeds or a lost database left. Nothing is removed where the question fails. Idempotent.
     */
    void removeLeftovers(PresentAttempts present);

    /** One attempt of a run. */
    record AttemptKey(UUID run, int attempt) {}

    /** Which of some attempts may still have something that is theirs: those that have not ended, or not been removed. */
    @FunctionalInterface
    interface PresentAttempts {
        Set<AttemptKey> among(Collection<AttemptKey> asked);
    }

    /**
     * Which agents the image (or this machine) holds, looked for where that pool's runs execute.
     *
     * @param image null for the launcher's own default
     * @param pool null where no pool is known to use the image
     */
    Detection detect(String image, String pool);
}

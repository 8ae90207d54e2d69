package dev.alfred.conformance;

import java.time.Duration;

import dev.alfred.contracts.session.Budget;

/**
 * How one run of a {@link MailboxRuns} is to be done.
 *
 * @param delta the prompt's delta form, or null where there is none
 * @param withSession false for a run without any session
 * @param modelUrl where its model is said to be, or null for the scripted one
 * @param sabotage a shell script that runs in place of the CLI right before its first start, with the session state in
 *     {@code $STATE}; null for none
 */
public record RunOptions(
        Duration timeout,
        Duration silence,
        int retries,
        Budget budget,
        long stateMaxBytes,
        String delta,
        boolean withSession,
        String modelUrl,
        String sabotage) {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final long STATE_BYTES = 64L << 20;

    /** A run as usual: nothing is sabotaged, no model error is tried again. */
    public static RunOptions usual() {
        return new RunOptions(LONG, LONG, 0, Budget.NONE, STATE_BYTES, null, true, null, null);
    }

    public RunOptions within(Duration time) {
        return new RunOptions(time, silence, retries, budget, stateMaxBytes, delta, withSession, modelUrl, sabotage);
    }

    public RunOptions silentAtMost(Duration time) {
        return new RunOptions(timeout, time, retries, budget, stateMaxBytes, delta, withSession, modelUrl, sabotage);
    }

    public RunOptions retrying(int times) {
        return new RunOptions(timeout, silence, times, budget, stateMaxBytes, delta, withSession, modelUrl, sabotage);
    }

    public RunOptions limitedTo(Budget limit) {
        return new RunOptions(timeout, silence, retries, limit, stateMaxBytes, delta, withSession, modelUrl, sabotage);
    }

    public RunOptions withDelta(String form) {
        return new RunOptions(timeout, silence, retries, budget, stateMaxBytes, form, withSession, modelUrl, sabotage);
    }

    public RunOptions withoutSession() {
        return new RunOptions(timeout, silence, retries, budget, stateMaxBytes, delta, false, modelUrl, sabotage);
    }

    public RunOptions modelAt(String url) {
        return new RunOptions(timeout, silence, retries, budget, stateMaxBytes, delta, withSession, url, sabotage);
    }

    public RunOptions sabotagedBy(String script) {
        return new RunOptions(timeout, silence, retries, budget, stateMaxBytes, delta, withSession, modelUrl, script);
    }
}

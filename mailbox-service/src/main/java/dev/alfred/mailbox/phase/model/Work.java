package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;

/**
 * What has been done for a mailbox so far.
 *
 * @param triggeredBy who triggered it, or null while nobody did since it was opened (again)
 * @param engaged whether Alfred ever had to do with it; only then does it show its status on the forge
 * @param planned whether a plan was posted since it was opened (again)
 * @param committed whether Alfred's commits are on the branch and not merged
 * @param freshRequested whether the run under way, or else the next one, has to begin a fresh session
 * @param tainted whether text by people without write access came in since the last word of somebody with it
 * @param labels the labels as last known
 * @param lastSeen the last run whose prompt entered the session, or null
 * @param spending what its runs have used
 */
public record Work(
        String triggeredBy,
        boolean engaged,
        boolean planned,
        boolean committed,
        boolean freshRequested,
        boolean tainted,
        Set<String> labels,
        LastRun lastRun,
        UUID lastSeen,
        Spending spending) {
    public static final Work NONE =
            new Work(null, false, false, false, false, false, Set.of(), null, null, Spending.NONE);

    public Work {
        labels = Set.copyOf(labels);
        // Mailboxes from before it was counted have none.
        spending = spending == null ? Spending.NONE : spending;
    }

    /** How the mailbox's last run ended. */
    public record LastRun(
            UUID id, Phase phase, RunState state, ExitReason exitReason, String commit, Instant endedAt) {}

    public boolean triggered() {
        return triggeredBy != null;
    }

    Work triggered(String by) {
        return new Work(by, true, planned, committed, freshRequested, false, labels, lastRun, lastSeen, spending);
    }

    /** Forgets the trigger, since the label is off. */
    Work untriggered() {
        return new Work(
                null, engaged, planned, committed, freshRequested, tainted, labels, lastRun, lastSeen, spending);
    }

    /** Somebody who may command has read what is there. */
    Work vouched() {
        return new Work(
                triggeredBy, true, planned, committed, freshRequested, false, labels, lastRun, lastSeen, spending);
    }

    Work planned(boolean value) {
        return new Work(
                triggeredBy, engaged, value, committed, freshRequested, tainted, labels, lastRun, lastSeen, spending);
    }

    Work committed(boolean value) {
        return new Work(
                triggeredBy, engaged, planned, value, freshRequested, tainted, labels, lastRun, lastSeen, spending);
    }

    Work freshRequested(boolean value) {
        return new Work(triggeredBy, engaged, planned, committed, value, tainted, labels, lastRun, lastSeen, spending);
    }

    Work taint() {
        return new Work(
                triggeredBy, engaged, planned, committed, freshRequested, true, labels, lastRun, lastSeen, spending);
    }

    Work labels(Set<String> now) {
        return new Work(
                triggeredBy, engaged, planned, committed, freshRequested, tainted, now, lastRun, lastSeen, spending);
    }

    Work label(String label, boolean on) {
        Set<String> now = new TreeSet<>(labels);
        if (on) {
            now.add(label);
        } else {
            now.remove(label);
        }
        return labels(now);
    }

    Work spending(Spending now) {
        return new Work(
                triggeredBy, engaged, planned, committed, freshRequested, tainted, labels, lastRun, lastSeen, now);
    }

    /** A fresh session that was asked for is still owed where the run's prompt entered none. */
    Work ended(LastRun run, boolean promptSeen) {
        return new Work(
                triggeredBy,
                engaged,
                planned,
                committed,
                freshRequested && !promptSeen,
                tainted,
                labels,
                run,
                promptSeen ? run.id() : lastSeen,
                spending);
    }
}

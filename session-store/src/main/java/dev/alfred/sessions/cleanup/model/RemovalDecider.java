package dev.alfred.sessions.cleanup.model;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.state.model.MailboxLife;
import dev.alfred.sessions.state.model.RemovalCause;
import dev.alfred.sessions.state.model.SessionState;

/** Decides, in the moment of removal, whether a state may go: never under a run, never of a mailbox that was reopened. */
public final class RemovalDecider {
    private RemovalDecider() {}

    /** What is done. */
    public sealed interface Decision {
        record Remove(RemovalCause cause) implements Decision {}

        record Keep(Why why) implements Decision {}
    }

    /** Why a state is kept. */
    public enum Why implements Wire {
        NOTHING_THERE,
        PINNED,
        REOPENED
    }

    public static Decision decide(RemovalTrigger trigger, MailboxLife life, Optional<SessionState> found) {
        if (found.isEmpty() || found.get().removed()) {
            return new Decision.Keep(Why.NOTHING_THERE);
        }
        SessionState state = found.get();
        if (state.pin() != null) {
            return new Decision.Keep(Why.PINNED);
        }
        return switch (trigger) {
            case RemovalTrigger.Due due ->
                life.closed() && state.removalDue()
                        ? new Decision.Remove(RemovalCause.of(life.closeCause()))
                        : new Decision.Keep(Why.REOPENED);
            case RemovalTrigger.Orphaned orphaned ->
                aliveAgain(orphaned, life) ? new Decision.Keep(Why.REOPENED) : new Decision.Remove(RemovalCause.ORPHAN);
            case RemovalTrigger.Operator operator -> new Decision.Remove(RemovalCause.OPERATOR);
        };
    }

    /** Who hears of a reopening, or of a run, lifts the suspicion. */
    private static boolean aliveAgain(RemovalTrigger.Orphaned orphaned, MailboxLife life) {
        boolean reopenedAfter = orphaned.revision() >= 0 && !life.closed() && life.revision() > orphaned.revision();
        return life.suspectedSince() == null || reopenedAfter;
    }
}

package dev.alfred.runner.adapter.session;

import java.util.Set;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;

/** What a look at a session's state before a resume found. */
public sealed interface StateCheck {
    /**
     * It may be resumed.
     *
     * @param before what its files hold
     * @param anchors ids of the records that a continued conversation can hang on; empty where records have none
     * @param sessions all session files that are there
     */
    record Sound(SessionFingerprint before, Set<String> anchors, Set<String> sessions) implements StateCheck {
        public Sound {
            anchors = Set.copyOf(anchors);
            sessions = Set.copyOf(sessions);
        }
    }

    record Unusable(ResumeFallback reason, String detail) implements StateCheck {
        public static Unusable missing(String detail) {
            return new Unusable(ResumeFallback.STATE_MISSING, detail);
        }

        public static Unusable corrupt(String detail) {
            return new Unusable(ResumeFallback.STATE_CORRUPT, detail);
        }

        public static Unusable rejected(String detail) {
            return new Unusable(ResumeFallback.STATE_REJECTED, detail);
        }
    }
}

package dev.alfred.conformance;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;

/** What the CLI suddenly may no longer read or write, though the state was sound when Alfred looked at it. */
public enum LostAccess {
    FILES_UNREADABLE("find \"$STATE\" -type f -exec chmod 0 {} +"),
    DIRECTORIES_UNREADABLE("chmod 0 \"$STATE\"/*"),
    STATE_READ_ONLY("chmod -R a-w \"$STATE\""),
    HOME_READ_ONLY("find \"$HOME\" -type d ! -path \"$STATE\" ! -path \"$STATE/*\" -exec chmod a-w {} +");

    private final String script;

    LostAccess(String script) {
        this.script = script;
    }

    /** Takes the access away right before the CLI's first start; see {@link RunOptions#sabotagedBy}. */
    public String script() {
        return script;
    }

    /**
     * How the run ends that was to resume, if it does not fail: with no access, a CLI may.
     *
     * @param fallback why it did not, or null where it did or where the failure is no session's
     */
    public record Consequence(ExitReason reason, ResumeFallback fallback) {
        public static Consequence resumed() {
            return new Consequence(ExitReason.NONE, null);
        }

        public static Consequence begunAnew(ResumeFallback fallback) {
            return new Consequence(ExitReason.NONE, fallback);
        }

        /** The CLI doesn't work at all then, resumed or fresh. */
        public static Consequence failed(ResumeFallback fallback) {
            return new Consequence(ExitReason.AGENT_FAILED, fallback);
        }
    }
}

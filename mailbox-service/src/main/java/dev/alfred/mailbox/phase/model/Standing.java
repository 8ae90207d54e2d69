package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.contracts.vocabulary.Phase;

/** Where a mailbox stands, with what only that standing knows. */
public sealed interface Standing {
    MailboxStatus status();

    /** Why it stands there, as people read it; null where there is nothing to say. */
    String reason();

    /** The run under way, if there is one. */
    default Optional<ActiveRun> run() {
        return Optional.empty();
    }

    /** Whether something is under way that later events have to wait for. */
    default boolean active() {
        return run().isPresent();
    }

    /**
     * A run that was asked for and has not ended.
     *
     * @param after where the mailbox stands again after a read-only {@code answer}; null for the other phases
     * @param stop why it was told to stop, or null
     */
    record ActiveRun(UUID id, Phase phase, Standing after, StopCause stop) {
        ActiveRun stopping(StopCause cause) {
            return new ActiveRun(id, phase, after, cause);
        }

        private String reason() {
            return stop == null ? null : "stopping";
        }
    }

    /** Nothing is running and nothing is asked for. */
    record Open() implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.OPEN;
        }

        @Override
        public String reason() {
            return null;
        }
    }

    /**
     * A run is due, and the repository has to be read before it can start: for the branch's name to be frozen, or since
     * it was found other than expected.
     *
     * @param reserved the id that the run will have
     * @param before the block that the mailbox had, or null
     */
    record Freezing(UUID reserved, Blocked before) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.QUEUED;
        }

        @Override
        public String reason() {
            return "reading_branches";
        }

        @Override
        public boolean active() {
            return true;
        }
    }

    /** A run was asked for and has not started. */
    record Queued(ActiveRun current) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.QUEUED;
        }

        @Override
        public String reason() {
            return current.reason();
        }

        @Override
        public Optional<ActiveRun> run() {
            return Optional.of(current);
        }
    }

    record Running(ActiveRun current) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.RUNNING;
        }

        @Override
        public String reason() {
            return current.reason();
        }

        @Override
        public Optional<ActiveRun> run() {
            return Optional.of(current);
        }
    }

    /** To be closed as soon as the run has ended. */
    record Closing(ActiveRun current, CloseCause cause) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.CLOSING;
        }

        @Override
        public String reason() {
            return cause.wire();
        }

        @Override
        public Optional<ActiveRun> run() {
            return Optional.of(current);
        }
    }

    record Waiting(WaitReason why) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.WAITING;
        }

        @Override
        public String reason() {
            return why.wire();
        }
    }

    /**
     * @param detail more about the reason, or null
     * @param phase what was being done or asked for, and what a retry does again; null where nothing was
     * @param before where the mailbox stood before it was held, and stands again after; null where that is worked out
     */
    record Blocked(BlockReason why, String detail, Phase phase, Standing before) implements Standing {
        @Override
        public MailboxStatus status() {
            return MailboxStatus.BLOCKED;
        }

        @Override
        public String reason() {
            return detail == null ? why.wire() : why.wire() + ":" + detail;
        }
    }

    record Closed(CloseCause cause, Instant at) implements Standing {
        @Override
        public MailboxStatus status() {
            return switch (cause) {
                case DONE -> MailboxStatus.DONE;
                case CANCELLED -> MailboxStatus.CANCELLED;
                case GONE -> MailboxStatus.GONE;
            };
        }

        @Override
        public String reason() {
            return null;
        }
    }
}

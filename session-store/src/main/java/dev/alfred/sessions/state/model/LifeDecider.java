package dev.alfred.sessions.state.model;

import dev.alfred.contracts.mailboxevents.MailboxEvent;

/**
 * Keeps what is known of a mailbox in the order of its revisions, however late a message comes.
 *
 * <pre>
 *   open   --closed, revision not below the known one--> closed
 *   closed --reopened, or a run of a higher revision-->  open
 * </pre>
 */
public final class LifeDecider {
    private LifeDecider() {}

    /** Whether a run that was decided at some revision may have the mailbox's state. */
    public sealed interface Admission {
        record Admitted(MailboxLife next) implements Admission {}

        record MailboxClosed(long revision) implements Admission {}
    }

    /** What an event changes. */
    public sealed interface Change {
        record Close(MailboxLife next) implements Change {}

        record Reopen(MailboxLife next) implements Change {}

        record Nothing(Why why) implements Change {}
    }

    /** Why an event changes nothing. */
    public enum Why {
        OLDER_THAN_KNOWN,
        KNOWN_ALREADY,
        NOT_OF_INTEREST
    }

    public static Admission admit(MailboxLife life, long runRevision) {
        if (life.closed() && life.revision() >= runRevision) {
            return new Admission.MailboxClosed(life.revision());
        }
        return new Admission.Admitted(life.openAt(Math.max(life.revision(), runRevision)));
    }

    public static Change on(MailboxLife life, MailboxEvent event) {
        if (event.revision() < life.revision()) {
            return new Change.Nothing(Why.OLDER_THAN_KNOWN);
        }
        return switch (event) {
            case MailboxEvent.Closed closed ->
                life.closed() && life.revision() == closed.revision()
                        ? new Change.Nothing(Why.KNOWN_ALREADY)
                        : new Change.Close(life.closedAt(closed.revision(), closed.cause()));
            case MailboxEvent.Reopened reopened ->
                life.closed() && life.revision() == reopened.revision()
                        ? new Change.Nothing(Why.OLDER_THAN_KNOWN)
                        : new Change.Reopen(life.openAt(reopened.revision()));
            case MailboxEvent.Frozen frozen -> new Change.Nothing(Why.NOT_OF_INTEREST);
        };
    }
}

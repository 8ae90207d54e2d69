package dev.alfred.sessions.state.model;

import java.time.Instant;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.CloseCause;

/**
 * What session-store knows of a mailbox.
 *
 * @param revision the newest that it heard of, 0 for none
 * @param closeCause null while it is open
 * @param suspectedSince since when the orphan sweep has found it closed or unknown, or null
 */
public record MailboxLife(MailboxKey mailbox, long revision, CloseCause closeCause, Instant suspectedSince) {
    public static MailboxLife unknown(MailboxKey mailbox) {
        return new MailboxLife(mailbox, 0, null, null);
    }

    public boolean closed() {
        return closeCause != null;
    }

    public MailboxLife openAt(long newRevision) {
        return new MailboxLife(mailbox, newRevision, null, null);
    }

    public MailboxLife closedAt(long newRevision, CloseCause cause) {
        return new MailboxLife(mailbox, newRevision, cause, suspectedSince);
    }
}

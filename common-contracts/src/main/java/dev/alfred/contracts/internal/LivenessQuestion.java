package dev.alfred.contracts.internal;

import java.util.List;

import dev.alfred.contracts.ids.MailboxKey;

/**
 * Body of {@code POST /internal/mailboxes/liveness}, which session-store asks before it removes state or rows: do these
 * mailboxes live? From one to {@link #MOST} of them.
 */
public record LivenessQuestion(List<MailboxKey> mailboxes) {
    public static final int MOST = 1000;

    public LivenessQuestion {
        mailboxes = mailboxes == null ? List.of() : List.copyOf(mailboxes);
    }
}

package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;

/** Finds the mailboxes that have something to decide now: ready events, or a phase that may start. */
@ApplicationScoped
public class DecidableMailboxes {
    private final MailboxEventRepository events;
    private final MailboxRepository mailboxes;

    DecidableMailboxes(MailboxEventRepository events, MailboxRepository mailboxes) {
        this.events = events;
        this.mailboxes = mailboxes;
    }

    @Transactional
    Set<MailboxKey> find(int most) {
        Set<MailboxKey> found = new LinkedHashSet<>(events.decidable(Instant.now(), most));
        found.addAll(mailboxes.due(most));
        return found;
    }
}

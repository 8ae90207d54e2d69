package dev.alfred.mailbox.mailbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.mailbox.MailboxServiceConfig;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Standing;
import dev.alfred.mailbox.project.ProjectHandler;

/** The transactions around asking the forge: takes an event, and keeps what was found for it. */
@ApplicationScoped
public class FactsHandler {
    private final MailboxEventRepository events;
    private final MailboxRepository mailboxes;
    private final ProjectHandler projects;
    private final MailboxServiceConfig config;
    private final Event<MailboxesChanged> changed;

    FactsHandler(
            MailboxEventRepository events,
            MailboxRepository mailboxes,
            ProjectHandler projects,
            MailboxServiceConfig config,
            Event<MailboxesChanged> changed) {
        this.events = events;
        this.mailboxes = mailboxes;
        this.projects = projects;
        this.config = config;
        this.changed = changed;
    }

    /** An event whose facts are to be read now, with its mailbox as it stands. */
    record Claimed(MailboxEventRecord event, MailboxState mailbox) {}

    @Transactional
    List<String> connectionsToAsk() {
        return events.connectionsToAsk(Instant.now());
    }

    @Transactional
    Optional<Claimed> claim(String connection) {
        return events.claim(connection, Instant.now(), config.facts().claim())
                .map(event -> new Claimed(event, mailboxes.find(event.mailbox()).orElseThrow()));
    }

    @Transactional
    void found(Claimed claimed, Facts facts) {
        Instant now = Instant.now();
        UUID event = claimed.event().id();
        if (facts.repository() != null) {
            projects.seen(
                    claimed.mailbox().project(),
                    facts.repository().defaultBranch(),
                    facts.repository().empty());
        }
        events.found(event, facts, now);
        Instant decideAt = events.find(event).orElseThrow().decideAt();
        changed.fire(new MailboxesChanged(decideAt.isBefore(now) ? now : decideAt));
    }

    @Transactional
    void notNow(MailboxEventRecord event, String why, Duration pause) {
        events.notFound(event.id(), why, Instant.now().plus(pause));
        if (event.kind() == EventKind.BRANCHES_ASKED) {
            mailboxes
                    .lock(event.mailbox())
                    .filter(mailbox -> mailbox.standing() instanceof Standing.Freezing)
                    .ifPresent(mailbox -> mailboxes.heldUpBy(mailbox.key(), why));
        }
    }
}

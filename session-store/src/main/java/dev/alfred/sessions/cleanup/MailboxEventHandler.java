package dev.alfred.sessions.cleanup;

import java.time.Clock;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.Inbox;
import dev.alfred.sessions.cleanup.store.RetentionRepository;
import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.model.LifeDecider;
import dev.alfred.sessions.state.model.LifeDecider.Change;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;
import org.jboss.logging.Logger;

/** Takes note of a mailbox's close or reopening, and makes the removal of its state due or not due, in one transaction. */
@ApplicationScoped
class MailboxEventHandler {
    static final String CONSUMER = "session-store.mailbox-events";

    private static final Logger LOG = Logger.getLogger(MailboxEventHandler.class);

    private final Inbox inbox;
    private final LifeRepository lives;
    private final StateRepository states;
    private final RetentionRepository retention;
    private final Event<StateReleased> released;
    private final Clock clock;

    MailboxEventHandler(
            Inbox inbox,
            LifeRepository lives,
            StateRepository states,
            RetentionRepository retention,
            Event<StateReleased> released,
            Clock clock) {
        this.inbox = inbox;
        this.lives = lives;
        this.states = states;
        this.retention = retention;
        this.released = released;
        this.clock = clock;
    }

    @Transactional
    void handle(Envelope<MailboxEvent> message) {
        if (!inbox.firstTime(CONSUMER, message.id())) {
            return;
        }
        MailboxEvent event = message.payload();
        Change change = LifeDecider.on(lives.lock(event.mailbox()), event);
        switch (change) {
            case Change.Close close -> {
                lives.save(close.next());
                states.removalDue(event.mailbox(), true);
                retention.ended(event.mailbox(), clock.instant());
                released.fire(new StateReleased());
            }
            case Change.Reopen reopen -> {
                lives.save(reopen.next());
                states.removalDue(event.mailbox(), false);
            }
            case Change.Nothing nothing -> {
                // Told below, like every other decision.
            }
        }
        LOG.infof(
                "Mailbox event decided: mailbox=%s revision=%d event=%s decision=%s",
                event.mailbox(), event.revision(), event.getClass().getSimpleName(), change);
    }
}

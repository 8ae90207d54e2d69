package dev.alfred.sessions.cleanup;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.messaging.Consumption;
import io.smallrye.common.annotation.Blocking;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Hears of mailboxes that close and reopen. */
@ApplicationScoped
class MailboxEventConsumer {
    private final Consumption consumption;
    private final MailboxEventHandler handler;

    MailboxEventConsumer(Consumption consumption, MailboxEventHandler handler) {
        this.consumption = consumption;
        this.handler = handler;
    }

    @Incoming("mailbox-events")
    @Blocking
    void receive(ConsumerRecord<String, byte[]> received) {
        consumption.receive(MailboxEventHandler.CONSUMER, received, MailboxEvent.class, handler::handle);
    }
}

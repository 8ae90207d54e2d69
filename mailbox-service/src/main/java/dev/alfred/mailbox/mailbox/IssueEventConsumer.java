package dev.alfred.mailbox.mailbox;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.messaging.Consumption;
import io.smallrye.common.annotation.Blocking;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Reads what happened to issues from {@code alfred.issue-events}. */
@ApplicationScoped
public class IssueEventConsumer {
    static final String NAME = "mailbox-service.issue-events";

    private final Consumption consumption;
    private final IssueEventHandler handler;

    IssueEventConsumer(Consumption consumption, IssueEventHandler handler) {
        this.consumption = consumption;
        this.handler = handler;
    }

    @Incoming("issue-events")
    @Blocking
    public void receive(ConsumerRecord<String, byte[]> record) {
        consumption.receive(NAME, record, IssueEvent.class, handler::handle);
    }
}

package dev.alfred.mailbox.mailbox;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.messaging.Consumption;
import io.smallrye.common.annotation.Blocking;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Reads what happened to runs from {@code alfred.run-events}. */
@ApplicationScoped
public class RunEventConsumer {
    static final String NAME = "mailbox-service.run-events";

    private final Consumption consumption;
    private final RunEventHandler handler;

    RunEventConsumer(Consumption consumption, RunEventHandler handler) {
        this.consumption = consumption;
        this.handler = handler;
    }

    @Incoming("run-events")
    @Blocking
    public void receive(ConsumerRecord<String, byte[]> record) {
        consumption.receive(NAME, record, RunEvent.class, handler::handle);
    }
}

package dev.alfred.orchestrator.run;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.messaging.Consumption;
import io.smallrye.reactive.messaging.annotations.Blocking;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** {@code alfred.run-requests}: runs to do, and runs to stop. */
@ApplicationScoped
public class RunRequestConsumer {
    static final String NAME = "run-orchestrator.run-requests";

    private final Consumption consumption;
    private final RunRequestHandler handler;

    RunRequestConsumer(Consumption consumption, RunRequestHandler handler) {
        this.consumption = consumption;
        this.handler = handler;
    }

    @Incoming("run-requests")
    @Blocking
    public void receive(ConsumerRecord<String, byte[]> received) {
        consumption.receive(NAME, received, Object.class, handler::handle);
    }
}

package dev.alfred.messaging;

import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Runs this process' {@link Relay} from start to shutdown. One process per service relays at a time; the others stand by.
 */
@ApplicationScoped
public class OutboxRelay {

    private final AgroalDataSource dataSource;
    private final RelaySignal signal;
    private final MessagingConfig.Relay config;
    private final Map<String, Object> broker;
    private final String application;
    private Relay relay;

    OutboxRelay(
            AgroalDataSource dataSource,
            RelaySignal signal,
            MessagingConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            @ConfigProperty(name = "quarkus.application.name") String application) {
        this.dataSource = dataSource;
        this.signal = signal;
        this.config = config.relay();
        this.broker = broker;
        this.application = application;
    }

    void onStart(@Observes StartupEvent event) {
        if (config.enabled()) {
            start();
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Begins to relay; nothing happens when it already does. */
    public synchronized void start() {
        if (relay == null) {
            relay = newRelay();
            relay.start();
        }
    }

    /** Ends relaying after the batch under way; what is unsent stays for the next relay. */
    public synchronized void stop() {
        if (relay != null) {
            relay.close();
            relay = null;
        }
    }

    /** Whether this process is the one that relays. */
    public synchronized boolean active() {
        return relay != null && relay.active();
    }

    /** Whether this process relays and Kafka refused its last batch. */
    public synchronized boolean failing() {
        return relay != null && relay.failing();
    }

    Relay newRelay() {
        return new Relay(dataSource, new RecordSender(broker, application + "-outbox", config), signal, config);
    }
}

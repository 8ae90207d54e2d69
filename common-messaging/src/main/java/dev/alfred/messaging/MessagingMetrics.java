package dev.alfred.messaging;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.contracts.Topics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** What can be measured about messages: the outbox' length and age, dead letters, messages passed over. */
@ApplicationScoped
public class MessagingMetrics {

    static final String OUTBOX_PENDING = "alfred.outbox.pending";
    static final String OUTBOX_OLDEST = "alfred.outbox.oldest.seconds";
    static final String DEAD_LETTERS = "alfred.dead.letters";
    static final String SKIPPED = "alfred.messages.skipped";

    private static final String TOPIC = "topic";

    private final MeterRegistry registry;
    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();

    MessagingMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void register(@Observes StartupEvent event) {
        Gauge.builder(OUTBOX_PENDING, pending, AtomicLong::get)
                .description("Messages that wait to be sent")
                .register(registry);
        Gauge.builder(OUTBOX_OLDEST, oldestSeconds, AtomicLong::get)
                .description("Age of the oldest message that waits to be sent")
                .register(registry);
        for (String topic : Topics.ALL) {
            registry.counter(DEAD_LETTERS, TOPIC, topic);
            registry.counter(SKIPPED, TOPIC, topic);
        }
    }

    void outbox(long waiting, Duration oldest) {
        pending.set(waiting);
        oldestSeconds.set(oldest.toSeconds());
    }

    void deadLetter(String topic) {
        registry.counter(DEAD_LETTERS, TOPIC, topic).increment();
    }

    void skipped(String topic) {
        registry.counter(SKIPPED, TOPIC, topic).increment();
    }
}

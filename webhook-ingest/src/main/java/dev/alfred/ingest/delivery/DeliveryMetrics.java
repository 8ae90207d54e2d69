package dev.alfred.ingest.delivery;

import java.time.Duration;
import java.util.Locale;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.model.EventClass;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.runtime.StartupEvent;

/** Counts webhooks and times their answers. */
@ApplicationScoped
class DeliveryMetrics {
    static final String DELIVERIES = "alfred.webhook.deliveries";
    static final String ACK = "alfred.webhook.ack";

    /** How a webhook was answered, as a label. */
    enum Answer {
        ACCEPTED,
        DUPLICATE,
        IGNORED,
        /** Signature wrong, empty or missing. */
        REFUSED,
        /** Too large, of another media type, or no JSON. */
        INVALID,
        UNAVAILABLE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final MeterRegistry registry;
    private final Timer ack;

    DeliveryMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.ack = Timer.builder(ACK)
                .description("From a webhook's arrival to its answer")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
    }

    void atStart(@Observes StartupEvent event) {
        for (ForgeKind forge : ForgeKind.values()) {
            for (EventClass eventClass : EventClass.values()) {
                for (Answer answer : Answer.values()) {
                    count(forge, eventClass, answer, 0);
                }
            }
        }
    }

    void answered(ForgeKind forge, EventClass eventClass, Answer answer) {
        count(forge, eventClass, answer, 1);
    }

    void took(Duration time) {
        ack.record(time);
    }

    private void count(ForgeKind forge, EventClass eventClass, Answer answer, int times) {
        registry.counter(DELIVERIES, "forge", forge.wire(), "event", eventClass.wire(), "outcome", answer.label())
                .increment(times);
    }
}

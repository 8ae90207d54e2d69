package dev.alfred.orchestrator.supervision;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.contracts.vocabulary.MirrorUse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** Counts what mirrors were to the checkouts of attempts. */
@ApplicationScoped
class MirrorMetrics {
    static final String CHECKOUTS = "alfred_mirror_checkouts";

    private final MeterRegistry registry;

    MirrorMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Fired in the transaction that takes in what prepare told. */
    record Told(MirrorUse use) {}

    void start(@Observes StartupEvent event) {
        for (MirrorUse use : MirrorUse.values()) {
            counter(use);
        }
    }

    void told(@Observes(during = TransactionPhase.AFTER_SUCCESS) Told told) {
        counter(told.use()).increment();
    }

    private Counter counter(MirrorUse use) {
        return Counter.builder(CHECKOUTS).tag("mirror", use.wire()).register(registry);
    }
}

package dev.alfred.orchestrator.supervision;

import java.util.Locale;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** Counts what the sweep removed, and what it could not. */
@ApplicationScoped
class SweepMetrics {
    static final String REMOVALS = "alfred_runner_removals";

    private final MeterRegistry registry;

    SweepMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    enum Outcome {
        REMOVED,
        FAILED
    }

    void start(@Observes StartupEvent event) {
        for (Outcome outcome : Outcome.values()) {
            counter(outcome);
        }
    }

    void removal(Outcome outcome) {
        counter(outcome).increment();
    }

    private Counter counter(Outcome outcome) {
        return Counter.builder(REMOVALS)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}

package dev.alfred.orchestrator.lease;

import java.util.Locale;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.orchestrator.supervision.Supervisor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** Counts what was found when an abandoned run was taken over. */
@ApplicationScoped
class LeaseMetrics {
    static final String RECLAIMS = "alfred_run_reclaims";

    private final MeterRegistry registry;

    LeaseMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    enum Outcome {
        ADOPTED,
        ENDED,
        GONE,
        UNREACHABLE,
        REDISPATCHED;

        static Outcome of(Supervisor.Found found) {
            return switch (found) {
                case ALIVE -> ADOPTED;
                case ENDED -> ENDED;
                case GONE, NOT_OURS -> GONE;
                case UNREACHABLE -> UNREACHABLE;
            };
        }
    }

    void start(@Observes StartupEvent event) {
        for (Outcome outcome : Outcome.values()) {
            counter(outcome);
        }
    }

    void reclaimed(Outcome outcome) {
        counter(outcome).increment();
    }

    private Counter counter(Outcome outcome) {
        return Counter.builder(RECLAIMS)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}

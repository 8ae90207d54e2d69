package dev.alfred.sessions.state;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.sessions.state.model.RemovalCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** How much session state there is, and how much of it was removed for which cause. */
@ApplicationScoped
public class StateMetrics {
    static final String BYTES = "alfred.session.state.bytes";
    static final String REMOVED = "alfred.session.state.removed";

    private final MeterRegistry registry;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<RemovalCause, Counter> removed = new EnumMap<>(RemovalCause.class);

    StateMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (RemovalCause cause : RemovalCause.values()) {
            removed.put(cause, registry.counter(REMOVED, "cause", cause.wire()));
        }
    }

    void atStart(@Observes StartupEvent event) {
        registry.gauge(BYTES, bytes);
    }

    public void removed(RemovalCause cause) {
        removed.get(cause).increment();
    }

    public void bytes(long total) {
        bytes.set(total);
    }
}

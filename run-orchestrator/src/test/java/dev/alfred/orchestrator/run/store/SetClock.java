package dev.alfred.orchestrator.run.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test says that time passes. */
public final class SetClock extends DatabaseClock {
    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.SECONDS));

    public SetClock() {
        super(null);
    }

    public void passes(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public Instant now() {
        return now.get();
    }
}

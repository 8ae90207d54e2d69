package dev.alfred.messaging;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;

/** The bell by which a commit wakes this process' relay. */
@ApplicationScoped
class RelaySignal {

    private final Semaphore bell = new Semaphore(0);

    void ring() {
        bell.release();
    }

    /** Waits for a ring, which may already have come, at most for {@code patience}. */
    void await(Duration patience) throws InterruptedException {
        if (bell.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            bell.drainPermits();
        }
    }
}

package dev.alfred.messaging;

import java.time.temporal.ChronoUnit;

import jakarta.enterprise.context.ApplicationScoped;

import io.smallrye.faulttolerance.api.ExponentialBackoff;
import org.eclipse.microprofile.faulttolerance.Retry;

/**
 * Repeats what failed for a passing reason, with growing pauses, for ten minutes. A bean of its own, outside of the
 * handler's: each attempt is then a transaction of its own.
 */
@ApplicationScoped
class Delivery {

    @Retry(
            maxRetries = -1,
            delay = 200,
            jitter = 100,
            maxDuration = 10,
            durationUnit = ChronoUnit.MINUTES,
            abortOn = {UnprocessableMessage.class, HandlingFailed.class})
    @ExponentialBackoff(maxDelay = 10, maxDelayUnit = ChronoUnit.SECONDS)
    void deliver(Runnable attempt) {
        attempt.run();
    }
}

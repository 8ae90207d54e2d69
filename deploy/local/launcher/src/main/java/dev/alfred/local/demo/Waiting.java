package dev.alfred.local.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Looks again and again until something is there, or says what was missing. */
public final class Waiting {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private Waiting() {}

    /** The first value that {@code look} finds; a peer that is away for a while is looked for again. */
    public static <T> T until(String what, Duration limit, Supplier<Optional<T>> look) {
        Instant end = Instant.now().plus(limit);
        StepFailed last = null;
        while (Instant.now().isBefore(end)) {
            try {
                Optional<T> found = look.get();
                if (found.isPresent()) {
                    return found.get();
                }
                last = null;
            } catch (StepFailed e) {
                last = e;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        throw new StepFailed("not seen within " + limit.toSeconds() + " s: " + what, last);
    }
}

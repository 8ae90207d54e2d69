package dev.alfred.runner.process;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * How long a child may run.
 *
 * @param timeout from its start
 * @param silence the longest time without a sign of life
 * @param otherSign when it last gave a sign of life elsewhere than on standard output
 * @param grace between SIGTERM and SIGKILL
 */
public record ChildLimits(Duration timeout, Duration silence, Supplier<Instant> otherSign, Duration grace) {
    public static final Duration GRACE = Duration.ofSeconds(5);

    /** A limit on the whole time only. */
    public static ChildLimits timeout(Duration timeout) {
        return new ChildLimits(timeout, timeout, () -> Instant.MIN, GRACE);
    }
}

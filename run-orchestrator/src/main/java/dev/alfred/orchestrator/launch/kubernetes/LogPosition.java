package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;

import dev.alfred.contracts.vocabulary.Stage;

/**
 * How far a pod's log was read: up to a line of one stage. A line is known by the time that its node gave it, so that the
 * place is found again whoever looks next and whatever a kubelet has thrown away meanwhile.
 *
 * @param time of the last line that was read; null before the stage's first
 * @param repeats how many lines of that very time were read
 */
record LogPosition(Stage stage, Instant time, int repeats) {
    private static final int REPEAT_BITS = 10;
    private static final int TIME_BITS = 51;
    private static final long MOST_REPEATS = (1L << REPEAT_BITS) - 1;
    private static final long LATEST = (1L << TIME_BITS) - 1;
    /** A node's clock may be behind the API server's by less than that. */
    private static final Duration BEHIND = Duration.ofDays(1);

    static LogPosition beginningOf(Stage stage) {
        return new LogPosition(stage, null, 0);
    }

    /** After a line of that time; times that go back are taken for the latest so far. */
    LogPosition after(Instant line) {
        boolean later = time == null || line.isAfter(time);
        return later
                ? new LogPosition(stage, line, 1)
                : new LogPosition(stage, time, repeats + (line.equals(time) ? 1 : 0));
    }

    /**
     * As one number, 0 for the very beginning; good for 25 days from the pod's creation.
     *
     * @param created when the pod was made
     */
    long number(Instant created) {
        long nanos = time == null
                ? 0
                : Math.clamp(Duration.between(created.minus(BEHIND), time).toNanos(), 1, LATEST);
        return ((long) stage.ordinal() << (TIME_BITS + REPEAT_BITS))
                | (nanos << REPEAT_BITS)
                | Math.min(repeats, MOST_REPEATS);
    }

    static LogPosition of(long number, Instant created) {
        Stage stage = Stage.values()[(int) (number >>> (TIME_BITS + REPEAT_BITS))];
        long nanos = (number >>> REPEAT_BITS) & LATEST;
        return nanos == 0
                ? beginningOf(stage)
                : new LogPosition(stage, created.minus(BEHIND).plusNanos(nanos), (int) (number & MOST_REPEATS));
    }
}

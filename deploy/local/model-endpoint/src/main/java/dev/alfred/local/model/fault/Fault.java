package dev.alfred.local.model.fault;

import java.time.Duration;
import java.util.Map;

/** A fault for the next requests: a status, a delay, a stream cut half way, or several of them. */
public record Fault(Integer status, Duration delay, Boolean cut, Integer times, Map<String, String> headers) {

    int remaining() {
        return times == null ? 1 : times;
    }

    Fault once() {
        return new Fault(status, delay, cut, remaining() - 1, headers);
    }

    public boolean cuts() {
        return Boolean.TRUE.equals(cut);
    }

    public Duration wait(Duration besides) {
        return delay == null ? besides : besides.plus(delay);
    }
}

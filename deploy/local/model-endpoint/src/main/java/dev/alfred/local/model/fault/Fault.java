package dev.alfred.local.model.fault;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A fault for the next requests: a status, a delay, a stream cut half way, or several of them. */
public record Fault(Integer status, Duration delay, Boolean cut, Integer times, Map<String, String> headers) {

    public Fault {
        if (status != null && (status < 400 || status > 599)) {
            throw new IllegalArgumentException("a fault has a status from 400 to 599, a delay, or a cut");
        }
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    public static Fault failing(int status) {
        return new Fault(status, null, null, 1, Map.of());
    }

    public static Fault delaying(Duration delay) {
        return new Fault(null, delay, null, 1, Map.of());
    }

    public static Fault cutting() {
        return new Fault(null, null, true, 1, Map.of());
    }

    public Fault repeated(int requests) {
        return new Fault(status, delay, cut, requests, headers);
    }

    public Fault with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Fault(status, delay, cut, times, more);
    }

    int remaining() {
        return times == null ? 1 : times;
    }

    Fault once() {
        return repeated(remaining() - 1);
    }

    public boolean cuts() {
        return Boolean.TRUE.equals(cut);
    }

    public Duration wait(Duration besides) {
        return delay == null ? besides : besides.plus(delay);
    }
}

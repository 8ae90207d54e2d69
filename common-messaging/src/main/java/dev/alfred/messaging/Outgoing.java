package dev.alfred.messaging;

/**
 * A message about to be appended to the outbox.
 *
 * @param message one of the contracts' messages
 * @param key what its order is kept by
 * @param trace the trace it belongs to
 */
public record Outgoing(Object message, String key, TraceContext trace) {

    /** A message of the trace that is current in this thread. */
    public static Outgoing of(Object message, String key) {
        return new Outgoing(message, key, TraceContext.current());
    }
}

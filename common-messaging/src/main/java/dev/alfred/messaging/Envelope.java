package dev.alfred.messaging;

import java.time.Instant;

/**
 * A message as it arrived: its CloudEvents attributes, its trace and its data.
 *
 * @param id unique per message; what {@link Inbox} deduplicates by
 * @param type CloudEvents type
 * @param source the service that sent it
 * @param time when it was appended to the sender's outbox
 * @param key the record's key, which order is kept by
 * @param trace the sender's trace
 * @param payload the message itself
 */
public record Envelope<T>(
        String id, String type, String source, Instant time, String key, TraceContext trace, T payload) {

    /** The same envelope, seen as one of a narrower type; the payload must be one. */
    <S> Envelope<S> as(Class<S> narrower) {
        return new Envelope<>(id, type, source, time, key, trace, narrower.cast(payload));
    }
}

package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** CloudEvents 1.0 in Kafka's binary mode: attributes are record headers, the data is the record's value. */
final class CloudEventHeaders {

    static final String ID = "ce_id";
    static final String TYPE = "ce_type";
    static final String SOURCE = "ce_source";
    static final String SPEC_VERSION = "ce_specversion";
    static final String TIME = "ce_time";
    static final String SUBJECT = "ce_subject";
    static final String CONTENT_TYPE = "content-type";

    /** On a replayed record: the one consumer that it is for. */
    static final String REPLAY_FOR = "alfred_replay_for";

    static final String VERSION = "1.0";
    static final String JSON = "application/json";

    private CloudEventHeaders() {}

    static Map<String, String> of(
            String id, String type, String source, Instant time, String subject, TraceContext trace) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(SPEC_VERSION, VERSION);
        headers.put(ID, id);
        headers.put(TYPE, type);
        headers.put(SOURCE, source);
        headers.put(TIME, time.toString());
        if (subject != null) {
            headers.put(SUBJECT, subject);
        }
        headers.put(CONTENT_TYPE, JSON);
        headers.putAll(trace.headers());
        return headers;
    }

    /** All headers as text; of a name that stands more than once, the last. */
    static Map<String, String> read(Headers headers) {
        Map<String, String> read = new LinkedHashMap<>();
        for (Header header : headers) {
            read.put(header.key(), header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8));
        }
        return read;
    }

    static void write(Map<String, String> from, Headers to) {
        from.forEach((name, value) -> to.add(name, value.getBytes(StandardCharsets.UTF_8)));
    }
}

package dev.alfred.messaging;

import java.util.HashMap;
import java.util.Map;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;

/**
 * The W3C trace context that travels with a message, or into a pod; both parts are null where no trace is under way.
 *
 * @param traceparent header of that name
 * @param tracestate header of that name, seldom given
 */
public record TraceContext(String traceparent, String tracestate) {

    /** No trace. */
    public static final TraceContext NONE = new TraceContext(null, null);

    static final String TRACEPARENT = "traceparent";
    static final String TRACESTATE = "tracestate";

    private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

    /** The context of the span that is current in this thread. */
    public static TraceContext current() {
        Map<String, String> headers = new HashMap<>();
        W3C.inject(Context.current(), headers, Map::put);
        return of(headers);
    }

    static TraceContext of(Map<String, String> headers) {
        return new TraceContext(headers.get(TRACEPARENT), headers.get(TRACESTATE));
    }

    /** This context as the parent of new spans. */
    public Context asParent() {
        return W3C.extract(Context.current(), headers(), MapGetter.INSTANCE);
    }

    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        if (traceparent != null) {
            headers.put(TRACEPARENT, traceparent);
        }
        if (tracestate != null) {
            headers.put(TRACESTATE, tracestate);
        }
        return headers;
    }

    private enum MapGetter implements TextMapGetter<Map<String, String>> {
        INSTANCE;

        @Override
        public Iterable<String> keys(Map<String, String> carrier) {
            return carrier.keySet();
        }

        @Override
        public String get(Map<String, String> carrier, String key) {
            return carrier == null ? null : carrier.get(key);
        }
    }
}

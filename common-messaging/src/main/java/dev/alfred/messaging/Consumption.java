package dev.alfred.messaging;

import jakarta.enterprise.context.ApplicationScoped;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * What each {@code XxxConsumer} does with a record: decode, set log context and trace, hand to the handler, repeat what
 * failed in passing, park what can't be read or handled. Returns when the record may be acknowledged; throws when the
 * channel must stop, since an outage would park every message.
 */
@ApplicationScoped
public class Consumption {

    private static final Logger LOG = Logger.getLogger(Consumption.class);

    private final Delivery delivery;
    private final DeadLetters deadLetters;
    private final MessagingMetrics metrics;
    private final Tracer tracer;

    Consumption(Delivery delivery, DeadLetters deadLetters, MessagingMetrics metrics, OpenTelemetry telemetry) {
        this.delivery = delivery;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.tracer = telemetry.getTracer("dev.alfred.messaging");
    }

    /**
     * Brings one record to its handler. {@code consumer} is the name that inbox and dead letters know this reader by;
     * messages on the topic that are not of the {@code expected} kind are passed over.
     */
    public <T> void receive(
            String consumer, ConsumerRecord<String, byte[]> received, Class<T> expected, MessageHandler<T> handler) {
        if (isReplayForAnother(consumer, received)) {
            return;
        }
        switch (MessageCodec.decode(received)) {
            case Decoding.Decoded decoded
            when expected.isInstance(decoded.envelope().payload()) ->
                handle(consumer, received, decoded.envelope().as(expected), handler);
            case Decoding.Decoded decoded ->
                skip(consumer, received, decoded.envelope().type());
            case Decoding.UnknownType unknown -> skip(consumer, received, unknown.type());
            case Decoding.Unreadable unreadable -> park(consumer, received, unreadable);
        }
    }

    private <T> void handle(
            String consumer, ConsumerRecord<String, byte[]> received, Envelope<T> message, MessageHandler<T> handler) {
        Span span = tracer.spanBuilder(consumer + " handles " + message.type())
                .setSpanKind(SpanKind.CONSUMER)
                .setParent(message.trace().asParent())
                .startSpan();
        Scope scope = span.makeCurrent();
        LogContext context = LogContext.of(message);
        try {
            delivery.deliver(new Attempts<>(message, handler));
        } catch (UnprocessableMessage e) {
            span.setStatus(StatusCode.ERROR);
            park(consumer, received, new Decoding.Unreadable(UnreadableCause.REFUSED, e.getMessage()));
        } catch (HandlingFailed e) {
            span.setStatus(StatusCode.ERROR);
            park(consumer, received, new Decoding.Unreadable(UnreadableCause.FAILED, e.getMessage()));
        } catch (RuntimeException e) {
            span.setStatus(StatusCode.ERROR);
            throw e;
        } finally {
            context.close();
            scope.close();
            span.end();
        }
    }

    private void skip(String consumer, ConsumerRecord<String, byte[]> received, String type) {
        metrics.skipped(received.topic());
        LOG.debugf("Message passed over: consumer=%s type=%s", consumer, type);
    }

    private void park(String consumer, ConsumerRecord<String, byte[]> received, Decoding.Unreadable unreadable) {
        delivery.deliver(() -> deadLetters.park(consumer, received, unreadable));
        metrics.deadLetter(received.topic());
        LOG.warnf(
                "Record parked as a dead letter, the partition goes on: consumer=%s topic=%s partition=%d offset=%d"
                        + " cause=%s detail=%s",
                consumer,
                received.topic(),
                received.partition(),
                received.offset(),
                unreadable.cause(),
                unreadable.detail());
    }

    private static boolean isReplayForAnother(String consumer, ConsumerRecord<String, byte[]> received) {
        String replayFor = CloudEventHeaders.read(received.headers()).get(CloudEventHeaders.REPLAY_FOR);
        return replayFor != null && !replayFor.equals(consumer);
    }
}

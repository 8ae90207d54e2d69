package dev.alfred.messaging;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.MessageType;
import dev.alfred.contracts.MessageTypes;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a Kafka record as one of the contracts' messages, and writes a message's data. */
public final class MessageCodec {

    private MessageCodec() {}

    /** What the record holds. Fields that this version doesn't know are ignored. */
    public static Decoding decode(ConsumerRecord<String, byte[]> received) {
        Map<String, String> headers = CloudEventHeaders.read(received.headers());
        if (!CloudEventHeaders.VERSION.equals(headers.get(CloudEventHeaders.SPEC_VERSION))) {
            return badAttribute(CloudEventHeaders.SPEC_VERSION);
        }
        for (String required : new String[] {CloudEventHeaders.ID, CloudEventHeaders.TYPE, CloudEventHeaders.SOURCE}) {
            if (headers.getOrDefault(required, "").isBlank()) {
                return badAttribute(required);
            }
        }
        String type = headers.get(CloudEventHeaders.TYPE);
        Optional<MessageType<?>> known = MessageTypes.byType(type);
        if (known.isEmpty()) {
            return new Decoding.UnknownType(type);
        }
        Optional<Instant> time = time(headers.get(CloudEventHeaders.TIME));
        if (time.isEmpty()) {
            return badAttribute(CloudEventHeaders.TIME);
        }
        return payload(received, headers, time.get(), known.get());
    }

    private static Decoding payload(
            ConsumerRecord<String, byte[]> received, Map<String, String> headers, Instant time, MessageType<?> type) {
        if (received.value() == null || received.value().length == 0) {
            return new Decoding.Unreadable(UnreadableCause.NO_PAYLOAD, "the record is empty");
        }
        try {
            Object message = ContractJson.mapper().readValue(received.value(), type.javaType());
            if (message == null) {
                return new Decoding.Unreadable(UnreadableCause.NO_PAYLOAD, "the record holds null");
            }
            return new Decoding.Decoded(new Envelope<>(
                    headers.get(CloudEventHeaders.ID),
                    type.type(),
                    headers.get(CloudEventHeaders.SOURCE),
                    time,
                    received.key(),
                    TraceContext.of(headers),
                    message));
        } catch (IOException e) {
            return new Decoding.Unreadable(UnreadableCause.MALFORMED_PAYLOAD, place(e));
        }
    }

    static byte[] encode(Object message) {
        try {
            return ContractJson.mapper().writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(message.getClass().getName() + " can't be written as JSON", e);
        }
    }

    private static Optional<Instant> time(String text) {
        try {
            return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Decoding badAttribute(String name) {
        return new Decoding.Unreadable(UnreadableCause.BAD_ATTRIBUTE, name);
    }

    /** Where the fault is; Jackson's own message would quote the data. */
    private static String place(IOException e) {
        if (!(e instanceof JsonProcessingException json)) {
            return e.getClass().getSimpleName();
        }
        StringBuilder place = new StringBuilder(e.getClass().getSimpleName());
        if (json.getLocation() != null) {
            place.append(" at line ")
                    .append(json.getLocation().getLineNr())
                    .append(", column ")
                    .append(json.getLocation().getColumnNr());
        }
        if (json instanceof JsonMappingException mapping) {
            mapping.getPath()
                    .forEach(reference -> place.append(", ")
                            .append(
                                    reference.getFieldName() == null
                                            ? "[" + reference.getIndex() + "]"
                                            : reference.getFieldName()));
        }
        return place.toString();
    }
}

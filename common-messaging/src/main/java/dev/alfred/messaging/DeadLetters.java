package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Parks records that a consumer can't read, and brings them back when an operator says so. */
@ApplicationScoped
public class DeadLetters {

    private final DeadLetterStore store;
    private final OutboxWriter outbox;
    private final Sender sender;

    DeadLetters(DeadLetterStore store, OutboxWriter outbox, Sender sender) {
        this.store = store;
        this.outbox = outbox;
        this.sender = sender;
    }

    /** Keeps the whole record and tells the dead-letter topic of it, in one transaction; a second time does nothing. */
    @Transactional
    void park(String consumer, ConsumerRecord<String, byte[]> received, Decoding.Unreadable unreadable) {
        UUID id = UuidV7.next();
        if (!store.insert(id, consumer, received, unreadable)) {
            return;
        }
        Map<String, String> headers = CloudEventHeaders.read(received.headers());
        String key = storable(received.key());
        DeadLetterNotice notice = new DeadLetterNotice(
                id,
                consumer,
                received.topic(),
                received.partition(),
                received.offset(),
                key,
                headers.get(CloudEventHeaders.TYPE),
                unreadable.cause(),
                unreadable.detail(),
                text(received.value()));
        outbox.write(List.of(new OutboxRow(
                id,
                Topics.DEAD_LETTERS,
                key,
                DeadLetterNotice.TYPE,
                CloudEventHeaders.of(
                        id.toString(),
                        DeadLetterNotice.TYPE,
                        sender.source(),
                        Instant.now(),
                        key,
                        TraceContext.of(headers)),
                MessageCodec.encode(notice))));
    }

    /** The newest first, those before {@code before} when it is given. */
    public List<DeadLetter> page(UUID before, int limit) {
        return store.page(before, limit);
    }

    /**
     * Sends the record to its own topic again, for the consumer that had parked it and no other. Gives the number of
     * replays so far, or nothing when no such letter is there.
     */
    @Transactional
    public OptionalInt replay(UUID id) {
        return store.replay(id)
                .map(replayed -> {
                    outbox.write(List.of(addressed(replayed)));
                    return OptionalInt.of(replayed.replays());
                })
                .orElseGet(OptionalInt::empty);
    }

    private static OutboxRow addressed(DeadLetterStore.Replayed replayed) {
        OutboxRow row = replayed.row();
        Map<String, String> headers = new LinkedHashMap<>(row.headers());
        headers.put(CloudEventHeaders.REPLAY_FOR, replayed.consumer());
        return new OutboxRow(row.id(), row.topic(), row.key(), row.type(), headers, row.payload());
    }

    /** PostgreSQL has no place for NUL in a text. */
    static String storable(String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    private static String text(byte[] payload) {
        return payload == null ? null : Texts.bounded(new String(payload, StandardCharsets.UTF_8));
    }
}

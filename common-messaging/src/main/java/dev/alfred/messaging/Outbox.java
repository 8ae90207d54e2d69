package dev.alfred.messaging;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.MessageType;
import dev.alfred.contracts.MessageTypes;

/**
 * Takes messages that must be sent if, and only if, the surrounding transaction commits. Messages of one key are sent in
 * the order of appending, given that transactions which share a key hold a common row lock.
 */
@ApplicationScoped
public class Outbox {

    private final OutboxWriter writer;
    private final Sender sender;

    Outbox(OutboxWriter writer, Sender sender) {
        this.writer = writer;
        this.sender = sender;
    }

    /** Appends one of the contracts' messages and gives its id. */
    @Transactional(TxType.MANDATORY)
    public UUID append(Object message, String key) {
        OutboxRow row = row(Outgoing.of(message, key));
        writer.write(List.of(row));
        return row.id();
    }

    /** Appends many messages by one statement, in their order. */
    @Transactional(TxType.MANDATORY)
    public void appendAll(List<Outgoing> messages) {
        writer.write(messages.stream().map(this::row).toList());
    }

    private OutboxRow row(Outgoing outgoing) {
        MessageType<?> type = MessageTypes.of(outgoing.message().getClass());
        UUID id = UuidV7.next();
        return new OutboxRow(
                id,
                type.topic(),
                outgoing.key(),
                type.type(),
                CloudEventHeaders.of(
                        id.toString(), type.type(), sender.source(), Instant.now(), outgoing.key(), outgoing.trace()),
                MessageCodec.encode(outgoing.message()));
    }
}

package dev.alfred.ingest.delivery;

import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.ingest.connection.ConnectionHandler;
import dev.alfred.ingest.connection.model.Connection;
import dev.alfred.ingest.delivery.model.DeliveryContent;
import dev.alfred.ingest.delivery.model.DeliveryRecord;
import dev.alfred.ingest.delivery.model.Incoming;
import dev.alfred.ingest.delivery.model.Stored;
import dev.alfred.ingest.delivery.store.DeliveryRepository;
import dev.alfred.ingest.forge.ForgeReader;
import dev.alfred.ingest.forge.Headers;
import dev.alfred.ingest.forge.model.Arrival;

/**
 * Reads a stored delivery once more, with today's reader and connection, and tells its events again. The new row points
 * to the original, keeps its time, and takes part in no deduplication.
 */
@ApplicationScoped
class ReplayHandler {
    private final DeliveryRepository deliveries;
    private final ConnectionHandler connections;
    private final DeliveryHandler handler;

    ReplayHandler(DeliveryRepository deliveries, ConnectionHandler connections, DeliveryHandler handler) {
        this.deliveries = deliveries;
        this.connections = connections;
        this.handler = handler;
    }

    /** How a replay ends. */
    sealed interface Replay {
        record Done(Stored stored) implements Replay {}

        record UnknownDelivery() implements Replay {}

        record UnknownConnection(String name) implements Replay {}
    }

    @Transactional
    Replay replay(UUID id, UUID newId) {
        Optional<DeliveryRecord> found = deliveries.find(id);
        Optional<DeliveryContent> content = deliveries.content(id);
        if (found.isEmpty() || content.isEmpty()) {
            return new Replay.UnknownDelivery();
        }
        DeliveryRecord original = found.get();
        return connections
                .find(original.connection())
                .<Replay>map(
                        connection -> new Replay.Done(handler.store(again(original, content.get(), connection, newId))))
                .orElseGet(() -> new Replay.UnknownConnection(original.connection()));
    }

    private static Incoming again(DeliveryRecord original, DeliveryContent content, Connection connection, UUID newId) {
        Arrival arrival = new Arrival(newId, connection.name(), connection.forge(), original.receivedAt());
        JsonNode payload = PayloadJson.parse(content.payload())
                .orElseThrow(() -> new IllegalStateException("a stored payload is no JSON"));
        var reading = ForgeReader.of(connection.forge()).read(arrival, new Headers(content.headers()), payload);
        return new Incoming(
                arrival,
                original.key(),
                reading,
                connection.speaksFor(reading.subject().repositoryId()),
                content.headers(),
                content.payload(),
                original.replayOf() == null ? original.id() : original.replayOf());
    }
}

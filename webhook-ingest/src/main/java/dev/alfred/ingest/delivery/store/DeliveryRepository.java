package dev.alfred.ingest.delivery.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.ingest.delivery.model.DeliveryContent;
import dev.alfred.ingest.delivery.model.DeliveryRecord;
import dev.alfred.ingest.delivery.model.Incoming;
import dev.alfred.ingest.delivery.model.Outcome;
import dev.alfred.ingest.delivery.model.Prior;
import dev.alfred.ingest.forge.model.DeliveryKey;
import org.hibernate.query.TypedParameterValue;
import org.hibernate.type.StandardBasicTypes;

/** Deliveries in the database. */
@ApplicationScoped
public class DeliveryRepository {
    private static final TypeReference<Map<String, List<String>>> HEADERS = new TypeReference<>() {};

    private static final String INSERT = """
            INSERT INTO delivery (id, connection, forge, hook_id, delivery_id, holds_key, event, action,
                                  repository_id, outcome, reason, replay_of, received_at)
            VALUES (:id, :connection, :forge, :hookId, :deliveryId, :holdsKey, :event, :action,
                    :repositoryId, :outcome, :reason, :replayOf, :receivedAt)
            ON CONFLICT (connection, hook_id, delivery_id) WHERE holds_key DO NOTHING
            """;

    private final EntityManager database;

    DeliveryRepository(EntityManager database) {
        this.database = database;
    }

    /** The delivery that holds that key; nobody else changes it until the transaction ends. */
    public Optional<Prior> holder(String connection, DeliveryKey key) {
        List<?> found = database.createNativeQuery("""
                        SELECT id, outcome FROM delivery
                        WHERE connection = ?1 AND hook_id = ?2 AND delivery_id = ?3 AND holds_key
                        FOR UPDATE
                        """, Object[].class)
                .setParameter(1, connection)
                .setParameter(2, key.hookId())
                .setParameter(3, key.deliveryId())
                .getResultList();
        return found.stream()
                .map(Object[].class::cast)
                .map(row -> new Prior((UUID) row[0], Wire.of(Outcome.class, (String) row[1])))
                .findFirst();
    }

    /** Takes the key from a delivery, for the one that replaces it. */
    public void release(UUID id) {
        database.createNativeQuery("UPDATE delivery SET holds_key = false WHERE id = ?1")
                .setParameter(1, id)
                .executeUpdate();
    }

    public void countDuplicate(UUID id) {
        database.createNativeQuery("UPDATE delivery SET duplicates = duplicates + 1 WHERE id = ?1")
                .setParameter(1, id)
                .executeUpdate();
    }

    /**
     * Stores a delivery with its payload, or nothing where another transaction has just stored one of the same key.
     *
     * @param events the JSON list of its events
     * @return whether it was stored
     */
    public boolean insert(Incoming incoming, Outcome outcome, String reason, String events) {
        UUID id = incoming.arrival().delivery();
        int inserted = database.createNativeQuery(INSERT)
                .setParameter("id", id)
                .setParameter("connection", incoming.arrival().connection())
                .setParameter("forge", incoming.arrival().forge().wire())
                .setParameter("hookId", incoming.key().hookId())
                .setParameter("deliveryId", incoming.key().deliveryId())
                .setParameter("holdsKey", incoming.replayOf() == null)
                .setParameter("event", incoming.reading().subject().event())
                .setParameter("action", text(incoming.reading().subject().action()))
                .setParameter("repositoryId", text(incoming.reading().subject().repositoryId()))
                .setParameter("outcome", outcome.wire())
                .setParameter("reason", text(reason))
                .setParameter("replayOf", new TypedParameterValue<>(StandardBasicTypes.UUID, incoming.replayOf()))
                .setParameter("receivedAt", incoming.arrival().receivedAt())
                .executeUpdate();
        if (inserted == 1) {
            database.createNativeQuery(
                            "INSERT INTO delivery_payload (delivery, headers, payload, events) VALUES (?1, ?2, ?3, ?4)")
                    .setParameter(1, id)
                    .setParameter(2, json(incoming.headers()))
                    .setParameter(3, incoming.payload())
                    .setParameter(4, events)
                    .executeUpdate();
        }
        return inserted == 1;
    }

    /** Deliveries older than that one, the newest first; null filters let everything through. */
    public List<DeliveryRecord> page(UUID before, String connection, Outcome outcome, int limit) {
        StringBuilder query = new StringBuilder("from DeliveryRow where true");
        Map<String, Object> parameters = new HashMap<>();
        if (before != null) {
            query.append(" and id < :before");
            parameters.put("before", before);
        }
        if (connection != null) {
            query.append(" and connection = :connection");
            parameters.put("connection", connection);
        }
        if (outcome != null) {
            query.append(" and outcome = :outcome");
            parameters.put("outcome", outcome.wire());
        }
        var selected = database.createQuery(query.append(" order by id desc").toString(), DeliveryRow.class);
        parameters.forEach(selected::setParameter);
        return selected.setMaxResults(limit).getResultList().stream()
                .map(DeliveryRepository::record)
                .toList();
    }

    public Optional<DeliveryRecord> find(UUID id) {
        return Optional.ofNullable(database.find(DeliveryRow.class, id)).map(DeliveryRepository::record);
    }

    public Optional<DeliveryContent> content(UUID id) {
        return Optional.ofNullable(database.find(PayloadRow.class, id))
                .map(row -> new DeliveryContent(headers(row.headers), row.payload, row.events));
    }

    private static DeliveryRecord record(DeliveryRow row) {
        return new DeliveryRecord(
                row.id,
                row.connection,
                Wire.of(ForgeKind.class, row.forge),
                new DeliveryKey(row.hookId, row.deliveryId),
                row.event,
                row.action,
                row.repositoryId,
                Wire.of(Outcome.class, row.outcome),
                row.reason,
                row.replayOf,
                row.duplicates,
                row.receivedAt);
    }

    /** A text that may be null has to say that it is a text. */
    private static TypedParameterValue<String> text(String value) {
        return new TypedParameterValue<>(StandardBasicTypes.STRING, value);
    }

    private static String json(Map<String, List<String>> headers) {
        try {
            return ContractJson.mapper().writeValueAsString(headers);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("headers can't be written as JSON", e);
        }
    }

    private static Map<String, List<String>> headers(String json) {
        try {
            return ContractJson.mapper().readValue(json, HEADERS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("stored headers are no JSON", e);
        }
    }
}

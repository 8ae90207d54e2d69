package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import io.agroal.api.AgroalDataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Rows of parked records. */
@ApplicationScoped
class DeadLetterStore {

    private static final String INSERT = """
            INSERT INTO dead_letter (id, consumer, topic, partition, record_offset, message_key, message_id, type, cause,
                                     detail, headers, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """;
    private static final String PAGE = """
            SELECT id, consumer, topic, partition, record_offset, message_key, message_id, type, cause, detail, parked_at,
                   replayed_at, replays
            FROM dead_letter WHERE ?::uuid IS NULL OR id < ?::uuid ORDER BY id DESC LIMIT ?
            """;
    private static final String REPLAY = """
            UPDATE dead_letter SET replayed_at = now(), replays = replays + 1 WHERE id = ?
            RETURNING consumer, topic, message_key, type, headers, payload, replays
            """;

    private final AgroalDataSource dataSource;

    DeadLetterStore(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** A record about to be replayed, and how often it has been, this time included. */
    record Replayed(String consumer, OutboxRow row, int replays) {}

    /** False when the same record is already there. */
    boolean insert(UUID id, String consumer, ConsumerRecord<String, byte[]> received, Decoding.Unreadable unreadable) {
        Map<String, String> headers = CloudEventHeaders.read(received.headers());
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setObject(1, id);
            insert.setString(2, consumer);
            insert.setString(3, received.topic());
            insert.setInt(4, received.partition());
            insert.setLong(5, received.offset());
            insert.setString(6, DeadLetters.storable(received.key()));
            insert.setString(7, DeadLetters.storable(headers.get(CloudEventHeaders.ID)));
            insert.setString(8, DeadLetters.storable(headers.get(CloudEventHeaders.TYPE)));
            insert.setString(9, unreadable.cause().name());
            insert.setString(10, DeadLetters.storable(unreadable.detail()));
            insert.setString(11, HeaderJson.write(headers));
            insert.setBytes(12, received.value());
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            throw new IllegalStateException("a dead letter can't be written", e);
        }
    }

    List<DeadLetter> page(UUID before, int limit) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(PAGE)) {
            select.setObject(1, before);
            select.setObject(2, before);
            select.setInt(3, limit);
            List<DeadLetter> page = new ArrayList<>();
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    page.add(letter(result));
                }
            }
            return page;
        } catch (SQLException e) {
            throw new IllegalStateException("dead letters can't be read", e);
        }
    }

    Optional<Replayed> replay(UUID id) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(REPLAY)) {
            update.setObject(1, id);
            try (ResultSet result = update.executeQuery()) {
                return result.next() ? Optional.of(replayed(result)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("a dead letter can't be replayed", e);
        }
    }

    private static Replayed replayed(ResultSet result) throws SQLException {
        String type = result.getString("type");
        OutboxRow row = new OutboxRow(
                UuidV7.next(),
                result.getString("topic"),
                result.getString("message_key"),
                type == null ? "" : type,
                HeaderJson.read(result.getString("headers")),
                result.getBytes("payload"));
        return new Replayed(result.getString("consumer"), row, result.getInt("replays"));
    }

    private static DeadLetter letter(ResultSet result) throws SQLException {
        return new DeadLetter(
                result.getObject("id", UUID.class),
                result.getString("consumer"),
                result.getString("topic"),
                result.getInt("partition"),
                result.getLong("record_offset"),
                result.getString("message_key"),
                result.getString("message_id"),
                result.getString("type"),
                UnreadableCause.valueOf(result.getString("cause")),
                result.getString("detail"),
                instant(result, "parked_at"),
                instant(result, "replayed_at"),
                result.getInt("replays"));
    }

    private static Instant instant(ResultSet result, String column) throws SQLException {
        OffsetDateTime time = result.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}

package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The relay's reads and writes, all on the one connection that holds its lock. */
final class RelayBatch {

    private static final String LOCK =
            "SELECT pg_try_advisory_lock(hashtext('alfred.outbox'), hashtext(current_schema()))";
    private static final String UNLOCK =
            "SELECT pg_advisory_unlock(hashtext('alfred.outbox'), hashtext(current_schema()))";
    private static final String UNSENT = """
            SELECT id, topic, message_key, type, headers, payload
            FROM (SELECT *, sum(coalesce(octet_length(payload), 0)) OVER (ORDER BY position)
                         - coalesce(octet_length(payload), 0) AS bytes_before
                  FROM (SELECT * FROM outbox WHERE sent_at IS NULL ORDER BY position LIMIT ?) AS next_rows) AS sized
            WHERE bytes_before < ?
            ORDER BY position
            """;
    private static final String MARK = "UPDATE outbox SET sent_at = now() WHERE id = ANY (?)";

    private RelayBatch() {}

    /** Whether this connection is now (or already was) the one that may relay this schema's outbox. */
    static boolean lock(Connection connection) throws SQLException {
        return ask(connection, LOCK);
    }

    static void unlock(Connection connection) throws SQLException {
        ask(connection, UNLOCK);
    }

    static List<OutboxRow> unsent(Connection connection, int rows, int bytes) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(UNSENT)) {
            select.setInt(1, rows);
            select.setInt(2, bytes);
            List<OutboxRow> unsent = new ArrayList<>();
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    unsent.add(new OutboxRow(
                            result.getObject("id", UUID.class),
                            result.getString("topic"),
                            result.getString("message_key"),
                            result.getString("type"),
                            HeaderJson.read(result.getString("headers")),
                            result.getBytes("payload")));
                }
            }
            return unsent;
        }
    }

    static void markSent(Connection connection, List<UUID> ids) throws SQLException {
        if (!ids.isEmpty()) {
            try (PreparedStatement update = connection.prepareStatement(MARK)) {
                update.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
                update.executeUpdate();
            }
        }
    }

    private static boolean ask(Connection connection, String question) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(question);
                ResultSet result = select.executeQuery()) {
            result.next();
            return result.getBoolean(1);
        }
    }
}

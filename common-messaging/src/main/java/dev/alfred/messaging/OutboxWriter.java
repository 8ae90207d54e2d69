package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.messaging.transaction.AtCommit;
import io.agroal.api.AgroalDataSource;

/** Writes rows into the outbox with the transaction's end, and wakes the relay once they are committed. */
@ApplicationScoped
class OutboxWriter {

    /** What a topic takes is 4 MiB for a whole record; headers and framing have their share. */
    static final int MAX_PAYLOAD_BYTES = (4 << 20) - (64 << 10);

    private static final String INSERT = """
            INSERT INTO outbox (id, topic, message_key, type, headers, payload)
            SELECT id, topic, message_key, type, headers, payload
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bytea[])
                WITH ORDINALITY AS row (id, topic, message_key, type, headers, payload, place)
            ORDER BY place
            """;

    private final AgroalDataSource dataSource;
    private final AtCommit<OutboxRow> written;

    OutboxWriter(AgroalDataSource dataSource, TransactionSynchronizationRegistry transaction, RelaySignal signal) {
        this.dataSource = dataSource;
        this.written = new AtCommit<>(transaction, this::insert, signal::ring);
    }

    @Transactional(TxType.MANDATORY)
    void write(List<OutboxRow> rows) {
        rows.forEach(OutboxWriter::refuseTooLarge);
        written.add(rows);
    }

    private void insert(List<OutboxRow> rows) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setArray(1, connection.createArrayOf("uuid", column(rows, OutboxRow::id)));
            insert.setArray(2, connection.createArrayOf("text", column(rows, OutboxRow::topic)));
            insert.setArray(3, connection.createArrayOf("text", column(rows, OutboxRow::key)));
            insert.setArray(4, connection.createArrayOf("text", column(rows, OutboxRow::type)));
            insert.setArray(5, connection.createArrayOf("text", column(rows, row -> HeaderJson.write(row.headers()))));
            insert.setArray(
                    6,
                    connection.createArrayOf(
                            "bytea", rows.stream().map(OutboxRow::payload).toArray(byte[][]::new)));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the outbox can't be written", e);
        }
    }

    private static Object[] column(List<OutboxRow> rows, Function<OutboxRow, Object> value) {
        return rows.stream().map(value).toArray();
    }

    private static void refuseTooLarge(OutboxRow row) {
        if (row.payload() != null && row.payload().length > MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    row.type() + " has " + row.payload().length + " bytes, more than a record may hold");
        }
    }
}

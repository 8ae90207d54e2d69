package dev.alfred.orchestrator.audit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.messaging.transaction.AtCommit;
import io.agroal.api.AgroalDataSource;

/** Who or what did it, when, to what and with which outcome; written in the transaction of the deed itself. */
@ApplicationScoped
public class AuditTrail {
    private static final String INSERT = """
            INSERT INTO audit (actor, action, subject, outcome, details)
            SELECT actor, action, subject, outcome, details
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
                WITH ORDINALITY AS entry (actor, action, subject, outcome, details, place)
            ORDER BY place
            """;

    private final AgroalDataSource dataSource;
    private final AtCommit<Entry> written;

    AuditTrail(AgroalDataSource dataSource, TransactionSynchronizationRegistry transaction) {
        this.dataSource = dataSource;
        this.written = new AtCommit<>(transaction, this::insert, () -> {});
    }

    private record Entry(String actor, String action, String subject, String outcome, String details) {}

    @Transactional(TxType.MANDATORY)
    public void append(String actor, String action, String subject, String outcome, Map<String, ?> details) {
        try {
            String json = details.isEmpty() ? null : ContractJson.mapper().writeValueAsString(details);
            written.add(List.of(new Entry(actor, action, subject, outcome, json)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("details of an audit entry can't be written", e);
        }
    }

    private void insert(List<Entry> entries) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setArray(1, column(connection, entries, Entry::actor));
            insert.setArray(2, column(connection, entries, Entry::action));
            insert.setArray(3, column(connection, entries, Entry::subject));
            insert.setArray(4, column(connection, entries, Entry::outcome));
            insert.setArray(5, column(connection, entries, Entry::details));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the audit trail can't be written", e);
        }
    }

    private static Array column(Connection connection, List<Entry> entries, Function<Entry, String> value)
            throws SQLException {
        return connection.createArrayOf("text", entries.stream().map(value).toArray());
    }
}

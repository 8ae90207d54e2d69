package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import io.agroal.api.AgroalDataSource;

/** The effect of handled messages in the tests' service, and what the tests ask its database. */
@ApplicationScoped
public class Ledger {

    private final AgroalDataSource dataSource;

    Ledger(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    public void enter(String messageId, String key, String word, String traceId) {
        update(
                "INSERT INTO ledger (message_id, key, word, trace_id) VALUES (?, ?, ?, ?)",
                messageId,
                key,
                word,
                traceId);
    }

    public List<String> words(String key) {
        return ask("SELECT word FROM ledger WHERE key = ? ORDER BY place", key);
    }

    List<String> traces(String key) {
        return ask("SELECT trace_id FROM ledger WHERE key = ? ORDER BY place", key);
    }

    long unsent(String key) {
        return ask("SELECT id::text FROM outbox WHERE sent_at IS NULL AND message_key = ?", key)
                .size();
    }

    /** Takes the key's row lock, as a service takes its mailbox' row, and gives the next number of its series. */
    long next(String key) {
        return Long.parseLong(ask(
                        "INSERT INTO series VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET last = series.last + 1 RETURNING last",
                        key)
                .getFirst());
    }

    int update(String sql, String... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<String> ask(String sql, String... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, values);
                ResultSet result = statement.executeQuery()) {
            List<String> answers = new ArrayList<>();
            while (result.next()) {
                answers.add(result.getString(1));
            }
            return answers;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, String... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
        return statement;
    }
}

package dev.alfred.sessions.cleanup.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import jakarta.inject.Inject;

import dev.alfred.sessions.SessionServers;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@WithTestResource(SessionServers.class)
class SweepRepositoryTest {
    @Inject
    AgroalDataSource database;

    @Test
    void readsAPageInTheOrderOfTheIndexWithoutLookingAtAllRows() throws SQLException {
        assertThat(plan(SweepRepository.PRESENT_AFTER, "text, text, integer", "'plan-1', 'claude-code', 500"))
                .contains("session_state_present")
                .doesNotContain("Seq Scan")
                .doesNotContain("Sort");
    }

    @Test
    void looksRowsOfAPageUpByTheirKeys() throws SQLException {
        assertThat(plan(SweepRepository.PRESENT_OF, "text[]", "'{plan-1,plan-2}'"))
                .contains("session_state_present")
                .doesNotContain("Seq Scan");
        assertThat(plan(SweepRepository.SUSPECTED, "text[]", "'{plan-1,plan-2}'"))
                .contains("Index")
                .doesNotContain("Seq Scan");
        assertThat(plan(SweepRepository.ORPHANS, "timestamptz, text, integer", "'2026-01-01', '', 500"))
                .contains("mailbox_life_orphaned")
                .doesNotContain("Seq Scan");
    }

    /** The plan for any values, with many rows, of which most are removed; nothing of it stays. */
    private String plan(String sql, String types, String values) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                rows(statement);
                statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");
                statement.execute("PREPARE swept (" + types + ") AS " + numbered(sql));
                return lines(statement, "EXPLAIN EXECUTE swept (" + values + ")");
            } finally {
                connection.rollback();
                statement.execute("DEALLOCATE ALL");
                connection.commit();
            }
        }
    }

    private static void rows(Statement statement) throws SQLException {
        statement.execute("""
                INSERT INTO session_state (mailbox, adapter, kind, location, created_at, removed_at)
                SELECT 'plan-' || n, 'claude-code', 'directory', '/nowhere', now(), CASE WHEN n % 4 > 0 THEN now() END
                FROM generate_series(1, 20000) AS n
                """);
        statement.execute("""
                INSERT INTO mailbox_life (mailbox, suspected_since, orphan_found_at)
                SELECT 'plan-' || n, CASE WHEN n % 4 = 0 THEN now() END, CASE WHEN n % 8 = 0 THEN now() END
                FROM generate_series(1, 20000) AS n
                """);
        statement.execute("ANALYZE session_state, mailbox_life");
    }

    private static String numbered(String sql) {
        StringBuilder text = new StringBuilder();
        int parameter = 0;
        for (char c : sql.toCharArray()) {
            text.append(c == '?' ? "$" + ++parameter : String.valueOf(c));
        }
        return text.toString();
    }

    private static String lines(Statement statement, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                text.append(result.getString(1)).append('\n');
            }
        }
        return text.toString();
    }
}

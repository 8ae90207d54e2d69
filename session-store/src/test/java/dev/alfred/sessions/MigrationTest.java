package dev.alfred.sessions;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.alfred.embedded.PostgresResource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A database with data of an earlier version, brought to the present one. */
class MigrationTest {
    /** Another service's, which nobody uses in this module's tests. */
    private static final String SCHEMA = "orchestrator";

    private static final String STATE =
            "INSERT INTO session_state (mailbox, adapter, kind, location, created_at, removed_at, removal_cause) VALUES ";

    private final PostgresResource postgres = new PostgresResource();
    private Map<String, String> settings;

    @BeforeEach
    void begin() {
        postgres.init(Map.of("schema", SCHEMA));
        settings = postgres.start();
    }

    @AfterEach
    void end() {
        flyway("latest").clean();
        postgres.stop();
    }

    @Test
    void rowsKeepTheirMeaning() throws SQLException {
        flyway("5").migrate();
        execute(
                "INSERT INTO mailbox_life (mailbox, revision, closed, close_cause) VALUES"
                        + " ('a-issue-1', 3, true, 'done'), ('a-issue-2', 1, false, null),"
                        + " ('a-issue-3', 1, false, null), ('a-issue-4', 1, false, null)",
                STATE
                        + "('a-issue-1', 'codex', 'directory', '/s/a-issue-1/codex', now(), now(), 'done'),"
                        + "('a-issue-2', 'codex', 'claim', 'alfred-session-a-issue-2/codex', now(), null, null),"
                        + "('a-issue-2', 'copilot', 'claim', 'alfred-session-a-issue-2/copilot', now(), now(), 'operator'),"
                        + "('a-issue-3', 'codex', 'directory', '/s/a-issue-3/codex', now(), null, null),"
                        + "('a-issue-4', 'codex', 'directory', '/s/a-issue-4/codex', now(), '2026-01-02Z', 'orphan')",
                "INSERT INTO resolution (run, attempt, mailbox, adapter, answer, resolved_at)"
                        + " VALUES (gen_random_uuid(), 1, 'a-issue-3', 'codex', '{}', now())");

        flyway("latest").migrate();

        assertThat(rows("SELECT mailbox, ended_at IS NOT NULL, closed, revision FROM mailbox_life ORDER BY mailbox"))
                .containsExactly("a-issue-1 t t 3", "a-issue-2 f f 1", "a-issue-3 f f 1", "a-issue-4 t f 1");
        assertThat(rows("SELECT mailbox, name, deletion_due FROM session_claim"))
                .containsExactly("a-issue-2 alfred-session-a-issue-2 f");
        assertThat(rows("SELECT mailbox, adapter, removals, removed_at IS NULL FROM session_state ORDER BY 1, 2"))
                .as("what was removed from a volume is at no path that is given out")
                .containsExactly(
                        "a-issue-1 codex 0 f",
                        "a-issue-2 codex 0 t",
                        "a-issue-2 copilot 1 f",
                        "a-issue-3 codex 0 t",
                        "a-issue-4 codex 0 f");
        assertThat(rows("SELECT mailbox, answer, request FROM resolution")).containsExactly("a-issue-3 {} null");
    }

    private Flyway flyway(String target) {
        return Flyway.configure()
                .dataSource(
                        settings.get("quarkus.datasource.jdbc.url"),
                        settings.get("quarkus.datasource.username"),
                        settings.get("quarkus.datasource.password"))
                .schemas(SCHEMA)
                .locations("classpath:db/migration")
                .target(target)
                .cleanDisabled(false)
                .load();
    }

    private Connection connection() throws SQLException {
        Connection connection = DriverManager.getConnection(
                settings.get("quarkus.datasource.jdbc.url"),
                settings.get("quarkus.datasource.username"),
                settings.get("quarkus.datasource.password"));
        connection.setSchema(SCHEMA);
        return connection;
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> rows(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> columns = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    columns.add(result.getString(column));
                }
                rows.add(String.join(" ", columns));
            }
            return rows;
        }
    }
}

package dev.alfred.orchestrator;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.alfred.embedded.EmbeddedDatabase;
import org.flywaydb.core.Flyway;

/** The orchestrator's tables in a PostgreSQL where nothing else happens, which tells how many blocks a statement touches. */
public final class RunTables implements AutoCloseable {
    private static final int PROJECTS = 10;

    private final EmbeddedDatabase server = EmbeddedDatabase.fast();
    private final Connection connection;
    private int made;

    public RunTables() throws SQLException {
        Flyway.configure()
                .dataSource(server.jdbcUrl(), server.superuser(), server.password())
                .configuration(MigrationsBesideTraffic.SETTINGS)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        connection = DriverManager.getConnection(server.jdbcUrl(), server.superuser(), server.password());
        execute(
                "ALTER TABLE run SET (autovacuum_enabled = false)",
                "INSERT INTO runner_pool (name, capacity) VALUES ('one', 1000), ('two', 1000)");
    }

    public void ended(int runs) throws SQLException {
        make(runs, "'succeeded', NULL, NULL, now()");
    }

    public void waiting(int runs) throws SQLException {
        make(runs, "'queued', NULL, NULL, NULL");
    }

    public void held(String owner, int runs) throws SQLException {
        make(runs, "'running', '" + owner + "', now() + interval '1 minute', NULL");
    }

    private void make(int runs, String columns) throws SQLException {
        execute("""
                INSERT INTO run (id, mailbox, mailbox_kind, project, organization, branch, phase, priority, adapter, pool,
                    max_concurrent_runs, requested_by, requested_at, state, owner, lease_until, ended_at)
                SELECT gen_random_uuid(), 'example-issue-' || n, 'issue',
                    ('00000000-0000-4000-8000-' || lpad((n %% %d)::text, 12, '0'))::uuid, 'an-organization', 'a-branch',
                    'implementation', n / %1$d %% 5, 'claude-code', CASE n %% 2 WHEN 0 THEN 'one' ELSE 'two' END, 100,
                    'someone', now(), %s
                FROM generate_series(%d, %d) AS n
                """.formatted(PROJECTS, columns, made, made + runs - 1));
        made += runs;
    }

    /** As after a vacuum, which has counted, too. */
    public void vacuumed() throws SQLException {
        execute("VACUUM ANALYZE run");
    }

    public Connection connection() {
        return connection;
    }

    public void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The blocks that the statement reads or changes, in a transaction that has the settings and leaves nothing. */
    public long blocks(String settings, String sql, Object... values) throws SQLException {
        connection.setAutoCommit(false);
        execute(settings);
        try (PreparedStatement explain =
                connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + sql)) {
            for (int i = 0; i < values.length; i++) {
                explain.setObject(i + 1, values[i]);
            }
            try (ResultSet plan = explain.executeQuery()) {
                plan.next();
                JsonNode root = new ObjectMapper().readTree(plan.getString(1)).at("/0/Plan");
                return root.path("Shared Hit Blocks").asLong()
                        + root.path("Shared Read Blocks").asLong();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("PostgreSQL explains in something else than JSON", e);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        server.close();
    }
}

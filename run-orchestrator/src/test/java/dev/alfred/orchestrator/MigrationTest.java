package dev.alfred.orchestrator;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.alfred.embedded.PostgresResource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A database with data of an earlier version, brought to the present one. */
class MigrationTest {
    /** Another service's, which nobody uses in this module's tests. */
    private static final String SCHEMA = "session";

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
    void leasesAndTheQueueStayAsTheyAreForInstancesOfBothVersions() throws SQLException {
        flyway("10").migrate();
        run("a-issue-1", "'running', 'an-older-instance', now() + interval '1 minute', NULL");
        run("a-issue-2", "'queued', NULL, NULL, NULL");
        run("a-issue-1", "'queued', NULL, NULL, NULL");
        run("a-issue-3", "'succeeded', NULL, NULL, now()");

        flyway("latest").migrate();

        assertThat(rows("SELECT mailbox, state, owner FROM run ORDER BY mailbox, state"))
                .containsExactly(
                        "a-issue-1 queued null",
                        "a-issue-1 running an-older-instance",
                        "a-issue-2 queued null",
                        "a-issue-3 succeeded null");
        assertThat(rows("UPDATE run SET lease_until = now() WHERE owner = 'an-older-instance' RETURNING mailbox"))
                .containsExactly("a-issue-1");
        assertThat(rows("SELECT indexname FROM pg_indexes WHERE schemaname = current_schema AND tablename = 'run'"))
                .containsExactlyInAnyOrder(
                        "run_pkey",
                        "run_by_mailbox",
                        "run_claimable",
                        "run_held_by_owner",
                        "run_one_active_per_mailbox",
                        "run_open",
                        "run_ended_by_state",
                        "run_ended_by_pool",
                        "run_ended_by_project",
                        "run_ended_by_phase",
                        "run_ended_by_adapter");
    }

    @Test
    void instancesOfTheVersionBeforeWriteWhileTheListsIndexesAreMade() throws Exception {
        flyway("11").migrate();
        run("a-issue-1", "'queued', NULL, NULL, NULL");
        try (ExecutorService newer = Executors.newSingleThreadExecutor();
                Connection older = connection()) {
            older.setAutoCommit(false);
            write(older, "an-older-instance");
            Future<?> migration = newer.submit(() -> flyway("latest").migrate());
            await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> rows("SELECT index_relid::regclass::text FROM pg_stat_progress_create_index"
                                    + " WHERE phase LIKE 'waiting for writers%'"),
                            List.of("run_open")::equals);

            write(older, "an-older-instance");
            run("a-issue-2", "'queued', NULL, NULL, NULL");
            older.commit();

            migration.get(1, TimeUnit.MINUTES);
        }
        assertThat(rows("SELECT mailbox, owner FROM run ORDER BY mailbox"))
                .containsExactly("a-issue-1 an-older-instance", "a-issue-2 null");
        assertThat(rows("SELECT count(*) FROM pg_index WHERE indrelid = 'run'::regclass AND NOT indisvalid"))
                .containsExactly("0");
    }

    private static void write(Connection older, String owner) throws SQLException {
        try (Statement statement = older.createStatement()) {
            statement.execute("UPDATE run SET owner = '" + owner
                    + "', lease_until = now() + interval '1 minute' WHERE mailbox = 'a-issue-1'");
        }
    }

    private void run(String mailbox, String columns) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO run (id, mailbox, mailbox_kind, project, organization, branch, phase, priority, adapter,
                        pool, max_concurrent_runs, requested_by, requested_at, state, owner, lease_until, ended_at)
                    VALUES (gen_random_uuid(), '%s', 'issue', gen_random_uuid(), 'an-organization', 'a-branch',
                        'implementation', 1, 'codex', 'default', 1, 'someone', now(), %s)
                    """.formatted(mailbox, columns));
        }
    }

    private Flyway flyway(String target) {
        return Flyway.configure()
                .dataSource(
                        settings.get("quarkus.datasource.jdbc.url"),
                        settings.get("quarkus.datasource.username"),
                        settings.get("quarkus.datasource.password"))
                .schemas(SCHEMA)
                .configuration(MigrationsBesideTraffic.SETTINGS)
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

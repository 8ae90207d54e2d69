package dev.alfred.orchestrator.simulation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.agroal.api.AgroalDataSource;

/** The real database with a clock that stands still until it is told to go on. */
final class SimulatedDatabase {
    private final AgroalDataSource dataSource;

    SimulatedDatabase(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
        execute("""
                CREATE TABLE IF NOT EXISTS simulated_clock (at timestamptz NOT NULL);
                DELETE FROM simulated_clock;
                INSERT INTO simulated_clock VALUES ('2026-01-01T00:00:00Z');
                CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
                    AS 'SELECT at FROM simulated_clock';
                """);
    }

    void goesOn(Duration by) {
        execute("UPDATE simulated_clock SET at = at + interval '1 millisecond' * " + by.toMillis());
    }

    /** No run of another schedule is left. */
    void clear() {
        execute("DELETE FROM run_attempt; DELETE FROM run_log; DELETE FROM run; DELETE FROM audit;"
                + " DELETE FROM cancel_tombstone; DELETE FROM outbox");
    }

    /** As it was before, for the tests that follow. */
    void leave() {
        clear();
        execute("""
                DROP FUNCTION clock_timestamp();
                DROP TABLE simulated_clock;
                DELETE FROM runner_pool WHERE name = '%s';
                DELETE FROM agent_installation WHERE runner = 'kubernetes';
                """.formatted(SimulationProfile.POOL));
    }

    /** The attempt that the run has now, where it has not ended. */
    Optional<Integer> presentAttempt(UUID run) {
        return one("SELECT attempt FROM run WHERE ended_at IS NULL AND id = '%s'".formatted(run))
                .map(Integer::valueOf);
    }

    Optional<String> state(UUID run) {
        return one("SELECT state FROM run WHERE id = '%s'".formatted(run));
    }

    Optional<String> commit(UUID run) {
        return one("SELECT commit_id FROM run WHERE id = '%s'".formatted(run));
    }

    int launches(UUID run) {
        return one("SELECT launches FROM run WHERE id = '%s'".formatted(run))
                .map(Integer::parseInt)
                .orElse(0);
    }

    /** How often an end of the run was put on record. */
    int ends(UUID run) {
        return Integer.parseInt(
                one("SELECT count(*) FROM audit WHERE action = 'run.end' AND subject = '%s'".formatted(run))
                        .orElseThrow());
    }

    private Optional<String> one(String query) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private void execute(String script) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        } catch (SQLException e) {
            throw new IllegalStateException(script, e);
        }
    }
}

package dev.alfred.orchestrator.simulation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import io.agroal.api.AgroalDataSource;

/** The real database, read as it is, with a clock that stands still until it is told to go on. */
final class SimulatedDatabase {
    private final AgroalDataSource dataSource;

    /** A run's row, as far as a verdict needs it. */
    record Run(String state, String reason, int launches, String commit) {}

    record Attempt(
            UUID run,
            int number,
            boolean launched,
            boolean removed,
            boolean sessionOff,
            String nativeId,
            String reportedCommit,
            Instant startingAt) {}

    /** Until when an attempt may take, whether it was cancelled, and the present moment. */
    record Limit(Instant deadline, boolean cancelled, Instant now) {}

    /** An event of a run in the outbox. */
    record Told(String type, int attempt) {
        boolean end() {
            return !begin() && !type.contains(".session-known");
        }

        boolean begin() {
            return type.contains(".started");
        }
    }

    SimulatedDatabase(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
        execute("""
                CREATE TABLE IF NOT EXISTS simulated_clock (at timestamptz NOT NULL);
                DELETE FROM simulated_clock;
                INSERT INTO simulated_clock VALUES ('2026-01-01T00:00:00Z');
                CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
                    AS 'SELECT at FROM simulated_clock';
                INSERT INTO runner_pool (name, capacity) VALUES ('%s', %d), ('%s', %d)
                    ON CONFLICT (name) DO UPDATE SET capacity = EXCLUDED.capacity;
                """.formatted(
                        SimulationProfile.PODS,
                        SimulationProfile.MOST_PODS,
                        SimulationProfile.MACHINES,
                        SimulationProfile.MOST_ON_MACHINES));
    }

    void goesOn(Duration by) {
        execute("UPDATE simulated_clock SET at = at + interval '1 millisecond' * " + by.toMillis());
    }

    void startsAnew() {
        execute("UPDATE simulated_clock SET at = '2026-01-01T00:00:00Z'");
    }

    /** No row of an earlier schedule is left, nor what it took. */
    void clear() {
        execute(
                "TRUNCATE run, run_request, run_prompts, run_attempt, run_log, run_result_part, audit, cancel_tombstone,"
                        + " outbox, inbox");
    }

    /** As it was before, for the tests that follow. */
    void leave() {
        clear();
        execute("""
                DROP FUNCTION clock_timestamp();
                DROP TABLE simulated_clock;
                DELETE FROM runner_pool WHERE name IN ('%s', '%s');
                DELETE FROM agent_installation WHERE runner IN ('kubernetes', 'sandbox');
                """.formatted(SimulationProfile.PODS, SimulationProfile.MACHINES));
    }

    Instant now() {
        return one("SELECT clock_timestamp()", row -> instant(row, 1)).orElseThrow();
    }

    /** The attempt that the run has now, where it has not ended. */
    Optional<Integer> presentAttempt(UUID run) {
        return one("SELECT attempt FROM run WHERE ended_at IS NULL AND id = '%s'".formatted(run), row -> row.getInt(1));
    }

    boolean ended(Collection<UUID> runs) {
        if (runs.isEmpty()) {
            return true;
        }
        return one(
                                "SELECT count(*) FROM run WHERE ended_at IS NOT NULL AND id IN (%s)"
                                        .formatted(quoted(runs)),
                                row -> row.getInt(1))
                        .orElseThrow()
                == runs.size();
    }

    Limit limit(UUID run, int attempt) {
        return one("""
                        SELECT a.deadline, r.cancel_requested_at IS NOT NULL, clock_timestamp()
                        FROM run r JOIN run_attempt a ON a.run = r.id WHERE r.id = '%s' AND a.attempt = %d
                        """.formatted(run, attempt), row -> new Limit(instant(row, 1), row.getBoolean(2), instant(row, 3)))
                .orElseThrow();
    }

    /** A pool or project that has more than it may. */
    Optional<String> overbooked() {
        return one("""
                SELECT 'pool ' || r.pool || ': ' || count(*) FROM run r JOIN runner_pool p ON p.name = r.pool
                WHERE r.owner IS NOT NULL GROUP BY r.pool, p.capacity HAVING count(*) > p.capacity
                UNION ALL
                SELECT 'project ' || project || ': ' || count(*) FROM run
                WHERE owner IS NOT NULL GROUP BY project HAVING count(*) > min(max_concurrent_runs)
                """, row -> row.getString(1));
    }

    private static final String WAITING = """
            SELECT w.id FROM run w
            WHERE w.state = 'queued' AND w.owner IS NULL AND w.not_before <= clock_timestamp()
                AND (w.node IS NULL OR w.node = '%s')
                AND NOT EXISTS (SELECT 1 FROM run m WHERE m.mailbox = w.mailbox AND m.owner IS NOT NULL)
            """;

    /** A run that waits on, though less urgent ones of its project and pool are among those. */
    Optional<UUID> passedOver(Collection<UUID> claimed, String machine) {
        if (claimed.isEmpty()) {
            return Optional.empty();
        }
        return one(WAITING.formatted(machine) + """
                        AND EXISTS (SELECT 1 FROM run c WHERE c.id IN (%s) AND c.project = w.project AND c.pool = w.pool
                            AND (c.priority, c.requested_at) > (w.priority, w.requested_at))
                        """.formatted(quoted(claimed)), row -> row.getObject(1, UUID.class));
    }

    /** A run that waits on, though its mailbox, project and pool have room. */
    Optional<UUID> leftWaiting(String machine) {
        return one(WAITING.formatted(machine) + """
                        AND (SELECT count(*) FROM run p WHERE p.owner IS NOT NULL AND p.project = w.project)
                            < w.max_concurrent_runs
                        AND (SELECT count(*) FROM run p WHERE p.owner IS NOT NULL AND p.pool = w.pool)
                            < (SELECT capacity FROM runner_pool p WHERE p.name = w.pool)
                        """, row -> row.getObject(1, UUID.class));
    }

    Map<UUID, Run> runs(List<MailboxKey> mailboxes) {
        Map<UUID, Run> runs = new HashMap<>();
        all(
                "SELECT id, state, reason, launches, commit_id FROM run WHERE mailbox IN (%s)"
                        .formatted(quoted(mailboxes)),
                row -> runs.put(
                        row.getObject(1, UUID.class),
                        new Run(row.getString(2), row.getString(3), row.getInt(4), row.getString(5))));
        return runs;
    }

    List<Attempt> attempts(List<MailboxKey> mailboxes) {
        return all(
                """
                SELECT a.run, a.attempt, a.launched_at IS NOT NULL, a.removed_at IS NOT NULL, a.session_off IS NOT NULL,
                    a.native_id, a.reported_commit, a.starting_at
                FROM run_attempt a JOIN run r ON r.id = a.run WHERE r.mailbox IN (%s) ORDER BY a.run, a.attempt
                """.formatted(quoted(mailboxes)),
                row -> new Attempt(
                        row.getObject(1, UUID.class),
                        row.getInt(2),
                        row.getBoolean(3),
                        row.getBoolean(4),
                        row.getBoolean(5),
                        row.getString(6),
                        row.getString(7),
                        instant(row, 8)));
    }

    /** What was told of each run, in its order. */
    Map<UUID, List<Told>> told(List<MailboxKey> mailboxes) {
        Map<UUID, List<Told>> told = new LinkedHashMap<>();
        all(
                "SELECT type, payload FROM outbox WHERE message_key IN (%s) ORDER BY position"
                        .formatted(quoted(mailboxes)),
                row -> {
                    JsonNode event = json(row.getBytes(2));
                    JsonNode report = event.has("report") ? event.path("report") : event;
                    return told.computeIfAbsent(
                                    UUID.fromString(report.path("run").asText()), any -> new ArrayList<>())
                            .add(new Told(
                                    row.getString(1), report.path("attempt").asInt()));
                });
        return told;
    }

    int lateResults(Collection<UUID> runs) {
        return runs.isEmpty()
                ? 0
                : one(
                                "SELECT count(*) FROM audit WHERE action = 'run.late-result' AND subject IN (%s)"
                                        .formatted(quoted(runs)),
                                row -> row.getInt(1))
                        .orElseThrow();
    }

    private static JsonNode json(byte[] payload) {
        try {
            return ContractJson.mapper().readTree(new String(payload, java.nio.charset.StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an event can't be read", e);
        }
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static String quoted(Collection<?> values) {
        return values.stream().map(value -> "'" + value + "'").collect(Collectors.joining(", "));
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> Optional<T> one(String query, Reading<T> reading) {
        return all(query, reading).stream().findFirst();
    }

    private <T> List<T> all(String query, Reading<T> reading) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reading.of(rows));
            }
            return all;
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

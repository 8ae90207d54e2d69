package dev.alfred.orchestrator.simulation;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;

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

    /** The clock is a sequence, so that it is read in the place where it is asked for, as fast as the database's own. */
    SimulatedDatabase(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
        execute("""
                CREATE SEQUENCE IF NOT EXISTS simulated_clock;
                CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
                    AS $$SELECT timestamptz '2026-01-01T00:00:00Z' + interval '1 millisecond'
                        * pg_sequence_last_value('simulated_clock'::regclass)$$;
                INSERT INTO runner_pool (name, capacity) VALUES ('%s', %d), ('%s', %d)
                    ON CONFLICT (name) DO UPDATE SET capacity = EXCLUDED.capacity;
                """.formatted(
                        SimulationProfile.PODS,
                        SimulationProfile.MOST_PODS,
                        SimulationProfile.MACHINES,
                        SimulationProfile.MOST_ON_MACHINES));
    }

    void goesOn(Duration by) {
        one(
                "SELECT setval('simulated_clock', pg_sequence_last_value('simulated_clock'::regclass) + ?)",
                row -> row.getLong(1),
                by.toMillis());
    }

    void startsAnew() {
        one("SELECT setval('simulated_clock', 1)", row -> row.getLong(1));
    }

    /** No row of an earlier schedule is left, nor what it took. */
    void clear() {
        execute(
                "TRUNCATE run, run_request, run_prompts, run_attempt, run_log, run_result_part, audit, cancel_tombstone,"
                        + " outbox, inbox");
    }

    /** From here on a guard of the database's is missing, until it is left. */
    void lacks(Mutation mutation) {
        switch (mutation) {
            case NO_POOL_LIMIT ->
                execute("UPDATE runner_pool SET capacity = 100 WHERE name IN ('%s', '%s')"
                        .formatted(SimulationProfile.PODS, SimulationProfile.MACHINES));
            case SAME_GENERATION -> execute("""
                    CREATE FUNCTION same_generation() RETURNS trigger LANGUAGE plpgsql
                        AS 'BEGIN NEW.generation = OLD.generation; RETURN NEW; END';
                    CREATE TRIGGER same_generation BEFORE UPDATE ON run
                        FOR EACH ROW EXECUTE FUNCTION same_generation();
                    """);
            case NONE, NO_PROJECT_LIMIT, LAUNCHES_BLINDLY -> {}
        }
    }

    /** As it was before, for the tests that follow. */
    void leave() {
        clear();
        execute("""
                DROP FUNCTION IF EXISTS same_generation() CASCADE;
                DROP FUNCTION clock_timestamp();
                DROP SEQUENCE simulated_clock;
                DELETE FROM runner_pool WHERE name IN ('%s', '%s');
                DELETE FROM agent_installation WHERE runner IN ('kubernetes', 'sandbox');
                """.formatted(SimulationProfile.PODS, SimulationProfile.MACHINES));
    }

    Instant now() {
        return one("SELECT clock_timestamp()", row -> instant(row, 1)).orElseThrow();
    }

    /** The attempt that the run has now, where it has not ended. */
    Optional<Integer> presentAttempt(UUID run) {
        return one("SELECT attempt FROM run WHERE ended_at IS NULL AND id = ?", row -> row.getInt(1), run);
    }

    /** Whether that instance holds the run, and has this attempt of it to launch. */
    boolean launches(String instance, UUID run, int attempt) {
        return one(
                        "SELECT 1 FROM run WHERE id = ? AND owner = ? AND state = 'starting' AND attempt = ?",
                        row -> row.getInt(1),
                        run,
                        instance,
                        attempt)
                .isPresent();
    }

    /** Those of the runs that have not ended, or have not come. */
    Set<UUID> open(Collection<UUID> runs) {
        Set<UUID> open = new HashSet<>(runs);
        if (!runs.isEmpty()) {
            open.removeAll(all(
                    "SELECT id FROM run WHERE ended_at IS NOT NULL AND id = ANY (?)",
                    row -> row.getObject(1, UUID.class),
                    (Object) runs.toArray(UUID[]::new)));
        }
        return open;
    }

    Limit limit(UUID run, int attempt) {
        return one("""
                        SELECT a.deadline, r.cancel_requested_at IS NOT NULL, clock_timestamp()
                        FROM run r JOIN run_attempt a ON a.run = r.id WHERE r.id = ? AND a.attempt = ?
                        """, row -> new Limit(instant(row, 1), row.getBoolean(2), instant(row, 3)), run, attempt)
                .orElseThrow();
    }

    /**
     * All runs that have not ended.
     *
     * @param atOnce how many runs of a run's project may be held
     */
    OpenRuns openRuns(ToIntFunction<UUID> atOnce) {
        List<OpenRuns.Open> runs = all(
                """
                SELECT id, mailbox, project, pool, priority, requested_at, state, owner, not_before, node
                FROM run WHERE ended_at IS NULL
                """,
                row -> new OpenRuns.Open(
                        row.getObject(1, UUID.class),
                        row.getString(2),
                        row.getObject(3, UUID.class),
                        row.getString(4),
                        row.getInt(5),
                        instant(row, 6),
                        row.getString(7),
                        row.getString(8),
                        instant(row, 9),
                        row.getString(10),
                        atOnce.applyAsInt(row.getObject(1, UUID.class))));
        return new OpenRuns(runs, SimulationProfile.CAPACITY, now());
    }

    Map<UUID, Run> runs(List<MailboxKey> mailboxes) {
        Map<UUID, Run> runs = new HashMap<>();
        all(
                "SELECT id, state, reason, launches, commit_id FROM run WHERE mailbox = ANY (?)",
                row -> runs.put(
                        row.getObject(1, UUID.class),
                        new Run(row.getString(2), row.getString(3), row.getInt(4), row.getString(5))),
                names(mailboxes));
        return runs;
    }

    List<Attempt> attempts(List<MailboxKey> mailboxes) {
        return all(
                """
                SELECT a.run, a.attempt, a.launched_at IS NOT NULL, a.removed_at IS NOT NULL, a.session_off IS NOT NULL,
                    a.native_id, a.reported_commit, a.starting_at
                FROM run_attempt a JOIN run r ON r.id = a.run WHERE r.mailbox = ANY (?) ORDER BY a.run, a.attempt
                """,
                row -> new Attempt(
                        row.getObject(1, UUID.class),
                        row.getInt(2),
                        row.getBoolean(3),
                        row.getBoolean(4),
                        row.getBoolean(5),
                        row.getString(6),
                        row.getString(7),
                        instant(row, 8)),
                names(mailboxes));
    }

    /** What was told of each run, in its order. */
    Map<UUID, List<Told>> told(List<MailboxKey> mailboxes) {
        Map<UUID, List<Told>> told = new LinkedHashMap<>();
        all(
                "SELECT type, payload FROM outbox WHERE message_key = ANY (?) ORDER BY position",
                row -> {
                    JsonNode event = json(row.getBytes(2));
                    JsonNode report = event.has("report") ? event.path("report") : event;
                    return told.computeIfAbsent(
                                    UUID.fromString(report.path("run").asText()), any -> new ArrayList<>())
                            .add(new Told(
                                    row.getString(1), report.path("attempt").asInt()));
                },
                names(mailboxes));
        return told;
    }

    int lateResults(Collection<UUID> runs) {
        return one(
                        "SELECT count(*) FROM audit WHERE action = 'run.late-result' AND subject = ANY (?)",
                        row -> row.getInt(1),
                        (Object) runs.stream().map(UUID::toString).toArray(String[]::new))
                .orElseThrow();
    }

    private static Object names(List<MailboxKey> mailboxes) {
        return mailboxes.stream().map(MailboxKey::value).toArray(String[]::new);
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

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> Optional<T> one(String query, Reading<T> reading, Object... values) {
        return all(query, reading, values).stream().findFirst();
    }

    private <T> List<T> all(String query, Reading<T> reading, Object... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(
                        i + 1, values[i] instanceof Object[] several ? array(connection, several) : values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(reading.of(rows));
                }
                return all;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private static Array array(Connection connection, Object[] values) throws SQLException {
        return connection.createArrayOf(values instanceof UUID[] ? "uuid" : "text", values);
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

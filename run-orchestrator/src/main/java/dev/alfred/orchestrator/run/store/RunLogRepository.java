package dev.alfred.orchestrator.run.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.transaction.AtCommit;
import io.agroal.api.AgroalDataSource;

/** Lines of runs' logs, and the parts of stages' results that came by among them. */
@ApplicationScoped
public class RunLogRepository {
    private static final String APPEND = """
            INSERT INTO run_log (run, seq, attempt, stage, line)
            SELECT ?, coalesce((SELECT max(seq) FROM run_log WHERE run = ?), 0) + place, ?, stage, line
            FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS added (stage, line, place)
            """;
    private static final String AFTER =
            "SELECT seq, attempt, at, stage, line FROM run_log WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?";
    private static final String KEEP = """
            WITH told (run, attempt, stage, part, of, data) AS (
                SELECT * FROM unnest(?::uuid[], ?::int[], ?::text[], ?::int[], ?::int[], ?::text[])),
            begun_anew AS (
                DELETE FROM run_result_part former USING told first
                WHERE first.part = 1 AND former.run = first.run AND former.attempt = first.attempt
                    AND former.stage = first.stage
                    AND (former.run, former.attempt, former.stage, former.part) NOT IN (
                        SELECT run, attempt, stage, part FROM told))
            INSERT INTO run_result_part (run, attempt, stage, part, of, data) SELECT * FROM told
            ON CONFLICT (run, attempt, stage, part) DO UPDATE SET of = excluded.of, data = excluded.data
            """;
    private static final String PARTS =
            "SELECT stage, part, of, data FROM run_result_part WHERE run = ? AND attempt = ? ORDER BY stage, part";
    private static final String DROP_PARTS = """
            DELETE FROM run_result_part part USING unnest(?::uuid[], ?::int[]) AS ended (run, attempt)
            WHERE part.run = ended.run AND part.attempt = ended.attempt
            """;

    private final AgroalDataSource dataSource;
    private final AtCommit<Part> kept;
    private final AtCommit<Ended> dropped;

    RunLogRepository(AgroalDataSource dataSource, TransactionSynchronizationRegistry transaction) {
        this.dataSource = dataSource;
        this.kept = new AtCommit<>(transaction, this::write, () -> {});
        this.dropped = new AtCommit<>(transaction, this::drop, () -> {});
    }

    private record Part(UUID run, int attempt, RunnerLine.Result part) {}

    private record Ended(UUID run, int attempt) {}

    /** One line as it was printed; {@code seq} counts over all attempts of the run, from 1. */
    public record Line(long seq, int attempt, Instant at, String stage, String text) {}

    /** A line and the stage that printed it. */
    public record Printed(Stage stage, String text) {}

    public void append(UUID run, int attempt, List<Printed> lines) {
        if (lines.isEmpty()) {
            return;
        }
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(APPEND)) {
            insert.setObject(1, run);
            insert.setObject(2, run);
            insert.setInt(3, attempt);
            insert.setArray(
                    4, column(connection, "text", lines, line -> line.stage().wire()));
            insert.setArray(5, column(connection, "text", lines, line -> RunRows.storable(line.text())));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("a run's log can't be written", e);
        }
    }

    public List<Line> after(UUID run, long seq, int most) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(AFTER)) {
            select.setObject(1, run);
            select.setLong(2, seq);
            select.setInt(3, most);
            try (ResultSet rows = select.executeQuery()) {
                List<Line> lines = new ArrayList<>();
                while (rows.next()) {
                    lines.add(new Line(
                            rows.getLong(1),
                            rows.getInt(2),
                            rows.getTimestamp(3).toInstant(),
                            rows.getString(4),
                            rows.getString(5)));
                }
                return lines;
            }
        } catch (SQLException e) {
            throw new IllegalStateException("a run's log can't be read", e);
        }
    }

    /** With the end of the transaction; a stage's first part begins its result anew. */
    public void keep(UUID run, int attempt, List<RunnerLine.Result> parts) {
        kept.add(lasting(parts).stream()
                .map(part -> new Part(run, attempt, part))
                .toList());
    }

    /** What stays of parts in the order in which they were told: each as it was told last, since its stage's result began. */
    public static List<RunnerLine.Result> lasting(List<RunnerLine.Result> told) {
        Map<Stage, Map<Integer, RunnerLine.Result>> lasting = new EnumMap<>(Stage.class);
        for (RunnerLine.Result part : told) {
            Map<Integer, RunnerLine.Result> ofStage = lasting.computeIfAbsent(part.stage(), stage -> new TreeMap<>());
            if (part.part() == 1) {
                ofStage.clear();
            }
            ofStage.put(part.part(), part);
        }
        return lasting.values().stream()
                .flatMap(parts -> parts.values().stream())
                .toList();
    }

    private void write(List<Part> parts) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement keep = connection.prepareStatement(KEEP)) {
            keep.setArray(1, column(connection, "uuid", parts, Part::run));
            keep.setArray(2, column(connection, "int4", parts, Part::attempt));
            keep.setArray(
                    3,
                    column(connection, "text", parts, row -> row.part().stage().wire()));
            keep.setArray(4, column(connection, "int4", parts, row -> row.part().part()));
            keep.setArray(5, column(connection, "int4", parts, row -> row.part().of()));
            keep.setArray(
                    6,
                    column(
                            connection,
                            "text",
                            parts,
                            row -> RunRows.storable(row.part().data())));
            keep.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("parts of results can't be written", e);
        }
    }

    public List<RunnerLine.Result> parts(UUID run, int attempt) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(PARTS)) {
            select.setObject(1, run);
            select.setInt(2, attempt);
            try (ResultSet rows = select.executeQuery()) {
                List<RunnerLine.Result> parts = new ArrayList<>();
                while (rows.next()) {
                    parts.add(new RunnerLine.Result(
                            Wire.of(Stage.class, rows.getString(1)),
                            rows.getInt(2),
                            rows.getInt(3),
                            rows.getString(4)));
                }
                return parts;
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the parts of a result can't be read", e);
        }
    }

    /** With the end of the transaction. */
    public void dropParts(UUID run, int attempt) {
        dropped.add(List.of(new Ended(run, attempt)));
    }

    private void drop(List<Ended> ended) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement delete = connection.prepareStatement(DROP_PARTS)) {
            delete.setArray(1, column(connection, "uuid", ended, Ended::run));
            delete.setArray(2, column(connection, "int4", ended, Ended::attempt));
            delete.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the parts of a result can't be removed", e);
        }
    }

    private static <R> Array column(Connection connection, String type, List<R> rows, Function<R, Object> value)
            throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(value).toArray());
    }
}

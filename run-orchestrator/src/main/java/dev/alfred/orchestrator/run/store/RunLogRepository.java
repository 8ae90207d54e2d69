package dev.alfred.orchestrator.run.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
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
    private static final String PART = """
            WITH begun_anew AS (
                DELETE FROM run_result_part WHERE run = ? AND attempt = ? AND stage = ? AND part > 1 AND ? = 1)
            INSERT INTO run_result_part (run, attempt, stage, part, of, data) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (run, attempt, stage, part) DO UPDATE SET of = excluded.of, data = excluded.data
            """;
    private static final String PARTS =
            "SELECT stage, part, of, data FROM run_result_part WHERE run = ? AND attempt = ? ORDER BY stage, part";
    private static final String DROP_PARTS = "DELETE FROM run_result_part WHERE run = ? AND attempt = ?";

    private final AgroalDataSource dataSource;

    RunLogRepository(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

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
            insert.setArray(4, texts(connection, lines, line -> line.stage().wire()));
            insert.setArray(5, texts(connection, lines, line -> RunRows.storable(line.text())));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("a run's log can't be written", e);
        }
    }

    private static Array texts(Connection connection, List<Printed> lines, Function<Printed, String> text)
            throws SQLException {
        return connection.createArrayOf("text", lines.stream().map(text).toArray());
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

    /** Keeps a part; a stage's first part begins its result anew. */
    public void keep(UUID run, int attempt, RunnerLine.Result part) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(PART)) {
            insert.setObject(1, run);
            insert.setInt(2, attempt);
            insert.setString(3, part.stage().wire());
            insert.setInt(4, part.part());
            insert.setObject(5, run);
            insert.setInt(6, attempt);
            insert.setString(7, part.stage().wire());
            insert.setInt(8, part.part());
            insert.setInt(9, part.of());
            insert.setString(10, RunRows.storable(part.data()));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("a part of a result can't be written", e);
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

    public void dropParts(UUID run, int attempt) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement delete = connection.prepareStatement(DROP_PARTS)) {
            delete.setObject(1, run);
            delete.setInt(2, attempt);
            delete.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the parts of a result can't be removed", e);
        }
    }
}

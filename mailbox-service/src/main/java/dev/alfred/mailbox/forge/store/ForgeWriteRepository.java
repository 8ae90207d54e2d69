package dev.alfred.mailbox.forge.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.forge.model.WriteClaim;
import io.agroal.api.AgroalDataSource;

/** The tables {@code forge_write} and {@code forge_status}. Times are the database's. */
@ApplicationScoped
public class ForgeWriteRepository {
    private static final String INSERT = """
            INSERT INTO forge_write (id, project, mailbox, cause, kind, payload, state, ended_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, CASE WHEN ? = 'unsent' THEN now() END)
            """;
    private static final String DUE_PROJECTS = """
            SELECT DISTINCT project FROM forge_write
            WHERE state = 'pending' AND due_at <= now() AND (claimed_until IS NULL OR claimed_until < now())
            """;
    private static final String CLAIM = """
            UPDATE forge_write SET claim = ?, claimed_until = now() + make_interval(secs => ?), attempts = attempts + 1
            WHERE id = (
                SELECT id FROM forge_write write
                WHERE project = ? AND state = 'pending' AND due_at <= now()
                    AND (claimed_until IS NULL OR claimed_until < now())
                    AND NOT EXISTS (SELECT FROM forge_write earlier WHERE earlier.state = 'pending'
                        AND earlier.mailbox = write.mailbox AND earlier.position < write.position)
                ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id, mailbox, cause, kind, payload, attempts,
                (SELECT comment_id FROM forge_status WHERE forge_status.mailbox = forge_write.mailbox) AS status_comment,
                kind = 'update_status' AND EXISTS (SELECT FROM forge_write later WHERE later.state = 'pending'
                    AND later.kind = 'update_status' AND later.mailbox = forge_write.mailbox
                    AND later.position > forge_write.position) AS overtaken
            """;
    private static final String END = """
            UPDATE forge_write SET state = ?, outcome = ?, ended_at = now(), claimed_until = NULL
            WHERE id = ? AND claim = ? AND state = 'pending'
            """;
    private static final String RELEASE = """
            UPDATE forge_write SET outcome = ?, due_at = now() + make_interval(secs => ?), claimed_until = NULL
            WHERE id = ? AND claim = ? AND state = 'pending'
            """;
    private static final String POSTPONE = """
            UPDATE forge_write SET outcome = ?, due_at = now() + make_interval(secs => ?)
            WHERE project = ? AND state = 'pending' AND due_at <= now()
            """;
    private static final String DROP = """
            UPDATE forge_write SET state = 'dropped', outcome = ?, ended_at = now()
            WHERE mailbox = ? AND state = 'pending'
            """;
    private static final String KEEP_STATUS = """
            INSERT INTO forge_status (mailbox, comment_id) VALUES (?, ?)
            ON CONFLICT (mailbox) DO UPDATE SET comment_id = excluded.comment_id
            """;
    private static final String PAGE = """
            SELECT id, position, cause, kind, payload, state, attempts, outcome, created_at, ended_at FROM forge_write
            WHERE mailbox = ? AND position < ? ORDER BY position DESC LIMIT ?
            """;

    private final AgroalDataSource dataSource;

    ForgeWriteRepository(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Keeps a write, to be done or ({@code sent} false) only to be seen. */
    public void add(Written written, boolean sent) {
        String state = sent ? "pending" : "unsent";
        execute(
                INSERT,
                written.id(),
                written.project(),
                written.mailbox().value(),
                written.cause(),
                ForgeWriteJson.kind(written.write()),
                ForgeWriteJson.payload(written.write()),
                state,
                state);
    }

    /** The projects that have something to be done now. */
    public List<UUID> dueProjects() {
        return query(DUE_PROJECTS, row -> row.getObject(1, UUID.class));
    }

    /** Takes the project's next due write for so long, the first of its mailbox that is left. */
    public Optional<WriteClaim> claim(UUID claim, UUID project, Duration length) {
        return query(CLAIM, row -> claimed(claim, project, row), claim, seconds(length), project).stream()
                .findFirst();
    }

    private static WriteClaim claimed(UUID claim, UUID project, ResultSet row) throws SQLException {
        Written written = new Written(
                row.getObject("id", UUID.class),
                project,
                new MailboxKey(row.getString("mailbox")),
                row.getObject("cause", UUID.class),
                ForgeWriteJson.read(row.getString("kind"), row.getString("payload")));
        return new WriteClaim(
                claim, written, row.getInt("attempts"), row.getString("status_comment"), row.getBoolean("overtaken"));
    }

    /** Marks a claimed write ended; false when the claim is no longer the write's. */
    public boolean end(WriteClaim claim, String state, String outcome) {
        return execute(END, state, outcome, claim.written().id(), claim.id()) == 1;
    }

    /** Gives a claimed write back, to be done after a pause. */
    public void release(WriteClaim claim, Duration pause, String outcome) {
        execute(RELEASE, outcome, seconds(pause), claim.written().id(), claim.id());
    }

    /** Puts off all that is due in a project. */
    public void postpone(UUID project, Duration pause, String outcome) {
        execute(POSTPONE, outcome, seconds(pause), project);
    }

    /** Drops all that is left of a mailbox. */
    public void drop(MailboxKey mailbox, String outcome) {
        execute(DROP, outcome, mailbox.value());
    }

    public void keepStatusComment(MailboxKey mailbox, String commentId) {
        execute(KEEP_STATUS, mailbox.value(), commentId);
    }

    /** A mailbox's writes before that position, newest first. */
    public List<ForgeWriteView> page(MailboxKey mailbox, long before, int limit) {
        return query(PAGE, ForgeWriteRepository::view, mailbox.value(), before, limit);
    }

    private static ForgeWriteView view(ResultSet row) throws SQLException {
        String kind = row.getString("kind");
        return new ForgeWriteView(
                row.getObject("id", UUID.class),
                row.getLong("position"),
                row.getObject("cause", UUID.class),
                kind,
                ForgeWriteJson.read(kind, row.getString("payload")),
                row.getString("state"),
                row.getInt("attempts"),
                row.getString("outcome"),
                instant(row.getTimestamp("created_at")),
                instant(row.getTimestamp("ended_at")));
    }

    private static Instant instant(Timestamp time) {
        return time == null ? null : time.toInstant();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private int execute(String sql, Object... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the writes to forges can't be kept", e);
        }
    }

    private <T> List<T> query(String sql, RowReader<T> reader, Object... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepared(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> read = new ArrayList<>();
            while (rows.next()) {
                read.add(reader.read(rows));
            }
            return read;
        } catch (SQLException e) {
            throw new IllegalStateException("the writes to forges can't be read", e);
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}

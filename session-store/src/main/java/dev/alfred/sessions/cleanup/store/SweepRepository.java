package dev.alfred.sessions.cleanup.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.cleanup.model.SweepPlanner.Orphan;
import dev.alfred.sessions.state.model.StateKey;
import io.agroal.api.AgroalDataSource;

/** The sweep's view of state and mailboxes, page by page; each page costs the same, whatever came before it. */
@ApplicationScoped
public class SweepRepository {
    static final String PRESENT_AFTER = """
            SELECT mailbox, adapter FROM session_state WHERE removed_at IS NULL AND (mailbox, adapter) > (?, ?)
            ORDER BY mailbox, adapter LIMIT ?
            """;
    static final String PRESENT_OF = """
            SELECT mailbox, adapter FROM session_state WHERE removed_at IS NULL AND mailbox = ANY (?)
            """;
    static final String SUSPECTED = """
            SELECT mailbox, suspected_since FROM mailbox_life WHERE suspected_since IS NOT NULL AND mailbox = ANY (?)
            """;
    private static final String SUSPECT = """
            INSERT INTO mailbox_life (mailbox, suspected_since) SELECT mailbox, ? FROM unnest(?) AS mailbox
            ON CONFLICT (mailbox) DO UPDATE SET suspected_since = coalesce(mailbox_life.suspected_since, excluded.suspected_since)
            """;
    private static final String CLEAR = "UPDATE mailbox_life SET suspected_since = NULL WHERE mailbox = ANY (?)";
    private static final String ORPHANED = """
            UPDATE mailbox_life SET orphan_found_at = ?, orphan_revision = found.revision
            FROM unnest(?, ?) AS found (mailbox, revision)
            WHERE mailbox_life.mailbox = found.mailbox AND suspected_since IS NOT NULL
            """;
    static final String ORPHANS = """
            SELECT mailbox, orphan_revision FROM mailbox_life
            WHERE suspected_since IS NOT NULL AND orphan_found_at = ? AND mailbox > ? ORDER BY mailbox LIMIT ?
            """;

    private final AgroalDataSource database;

    SweepRepository(AgroalDataSource database) {
        this.database = database;
    }

    /** State that is there, by its rows, behind that one in the order of keys; null for the first page. */
    public List<StateKey> presentAfter(StateKey last, int most) {
        return query(PRESENT_AFTER, SweepRepository::state, (statement, connection) -> {
            statement.setString(1, last == null ? "" : last.mailbox().value());
            statement.setString(2, last == null ? "" : last.adapter().wire());
            statement.setInt(3, most);
        });
    }

    /** All state of these mailboxes that is there, by its rows. */
    public Set<StateKey> presentOf(Collection<MailboxKey> mailboxes) {
        return new HashSet<>(query(
                PRESENT_OF,
                SweepRepository::state,
                (statement, connection) -> statement.setArray(1, keys(connection, mailboxes))));
    }

    /** Those of the mailboxes that are suspect, and since when. */
    public Map<MailboxKey, Instant> suspectedSince(Collection<MailboxKey> mailboxes) {
        Map<MailboxKey, Instant> since = new HashMap<>();
        query(
                        SUSPECTED,
                        row -> Map.entry(
                                new MailboxKey(row.getString(1)),
                                row.getObject(2, OffsetDateTime.class).toInstant()),
                        (statement, connection) -> statement.setArray(1, keys(connection, mailboxes)))
                .forEach(entry -> since.put(entry.getKey(), entry.getValue()));
        return since;
    }

    public void suspect(List<MailboxKey> mailboxes, Instant since) {
        update(SUSPECT, mailboxes, (statement, connection) -> {
            statement.setObject(1, time(since));
            statement.setArray(2, keys(connection, mailboxes));
        });
    }

    public void clear(List<MailboxKey> mailboxes) {
        update(CLEAR, mailboxes, (statement, connection) -> statement.setArray(1, keys(connection, mailboxes)));
    }

    /** Takes note of mailboxes that were found to be orphans by the sweep that began at that time. */
    public void orphaned(List<Orphan> orphans, Instant sweep) {
        List<Orphan> inOrder = orphans.stream()
                .sorted(Comparator.comparing(orphan -> orphan.mailbox().value()))
                .toList();
        update(ORPHANED, inOrder, (statement, connection) -> {
            Object[] revisions = inOrder.stream().map(Orphan::revision).toArray();
            statement.setObject(1, time(sweep));
            statement.setArray(
                    2, keys(connection, inOrder.stream().map(Orphan::mailbox).toList()));
            statement.setArray(3, connection.createArrayOf("bigint", revisions));
        });
    }

    /** What the sweep that began at that time found to be orphans, and nobody has cleared since; null for the first page. */
    public List<Orphan> orphans(Instant sweep, MailboxKey last, int most) {
        return query(ORPHANS, row -> new Orphan(new MailboxKey(row.getString(1)), row.getLong(2)), (statement, c) -> {
            statement.setObject(1, time(sweep));
            statement.setString(2, last == null ? "" : last.value());
            statement.setInt(3, most);
        });
    }

    private <T> List<T> query(String sql, RowReader<T> reader, Binding binding) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            binding.bind(statement, connection);
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(reader.read(result));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException("the sweep can't read the database", e);
        }
    }

    private void update(String sql, Collection<?> of, Binding binding) {
        if (of.isEmpty()) {
            return;
        }
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            binding.bind(statement, connection);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the sweep can't write to the database", e);
        }
    }

    /** In one order, so that two sweeps can't wait for each other. */
    private static Array keys(Connection connection, Collection<MailboxKey> mailboxes) throws SQLException {
        return connection.createArrayOf(
                "text",
                mailboxes.stream().map(MailboxKey::value).sorted().distinct().toArray());
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static StateKey state(ResultSet row) throws SQLException {
        return new StateKey(new MailboxKey(row.getString(1)), Wire.of(AdapterId.class, row.getString(2)));
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Binding {
        void bind(PreparedStatement statement, Connection connection) throws SQLException;
    }
}

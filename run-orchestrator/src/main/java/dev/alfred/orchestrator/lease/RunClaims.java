package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.run.model.Run;
import io.agroal.api.AgroalDataSource;

/**
 * Who looks after which run: claims, renewals and reclaims, all by the database's clock. Claims are taken one instance at a
 * time, so that the limits hold exactly; they cost what waits and what runs, never what ended, nor how long ago the last
 * vacuum was (docs/adr/0046).
 */
@ApplicationScoped
public class RunClaims {
    /** Names the lock under which instances claim. */
    private static final long CLAIMING = 0x616c6672756eL;

    private static final String LOCK = "SELECT pg_advisory_xact_lock(?)";

    /**
     * For this transaction. A plain index scan leaves a mark at what is dead in an index, so that the next one passes it
     * by; the others read it again each time until the next vacuum.
     */
    static final String BY_INDEX =
            "SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)";

    /** Of what was chosen, that which nobody has taken or cancels just now; looked up by its key alone. */
    static final String TAKE = """
            UPDATE run SET owner = ?, generation = generation + 1,
                lease_until = clock_timestamp() + ? * interval '1 millisecond'
            FROM (
                SELECT id FROM run WHERE id = ANY (?) AND state = 'queued' AND owner IS NULL
                FOR UPDATE SKIP LOCKED) free
            WHERE run.id = free.id
            RETURNING run.id, run.generation, run.state
            """;

    static final String RENEW = """
            UPDATE run SET lease_until = clock_timestamp() + ? * interval '1 millisecond' WHERE owner = ?
            """;

    static final String RECLAIM = """
            UPDATE run SET owner = ?, generation = generation + 1,
                lease_until = clock_timestamp() + ? * interval '1 millisecond'
            FROM (
                SELECT id FROM run
                WHERE owner IS NOT NULL AND owner <> ? AND lease_until < clock_timestamp()
                    AND (node IS NULL OR node = ?) AND pool = ANY (?)
                ORDER BY lease_until LIMIT ? FOR UPDATE SKIP LOCKED) expired
            WHERE run.id = expired.id
            RETURNING run.id, run.generation, run.state
            """;

    static final String UNREACHABLE = """
            UPDATE run SET reason = 'node_unreachable'
            WHERE owner IS NOT NULL AND lease_until < clock_timestamp() - ? * interval '1 millisecond'
                AND node <> ? AND reason IS DISTINCT FROM 'node_unreachable'
            """;

    static final String RELEASE =
            "UPDATE run SET lease_until = clock_timestamp() - interval '1 millisecond' WHERE owner = ?";

    static final String HELD = "SELECT id, generation, state FROM run WHERE owner = ?";

    private final AgroalDataSource dataSource;

    public RunClaims(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** A run that an instance looks after. */
    public record Claim(Run.Held held, RunState state) {}

    /** Takes waiting runs of these pools as far as there is room for them, most urgent first. */
    @Transactional
    public List<Claim> claim(String owner, String node, Collection<String> pools, Duration lease, int most) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement lock = connection.prepareStatement(LOCK);
                PreparedStatement take = connection.prepareStatement(TAKE)) {
            byIndex(connection);
            lock.setLong(1, CLAIMING);
            lock.execute();
            List<UUID> chosen = new WaitingRuns(connection, pools, node).choose(most);
            if (chosen.isEmpty()) {
                return List.of();
            }
            take.setString(1, owner);
            take.setLong(2, lease.toMillis());
            take.setArray(3, connection.createArrayOf("uuid", chosen.toArray()));
            return claims(take);
        } catch (SQLException e) {
            throw new IllegalStateException("runs can't be claimed", e);
        }
    }

    /** Renews all that the owner holds; how many those are. */
    @Transactional
    public int renew(String owner, Duration lease) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement renew = connection.prepareStatement(RENEW)) {
            byIndex(connection);
            renew.setLong(1, lease.toMillis());
            renew.setString(2, owner);
            return renew.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("leases can't be renewed", e);
        }
    }

    /** Takes over runs whose owner has let its lease run out, as far as their runners can be reached from this node. */
    @Transactional
    public List<Claim> reclaim(String owner, String node, Collection<String> pools, Duration lease, int most) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement unreachable = connection.prepareStatement(UNREACHABLE);
                PreparedStatement reclaim = connection.prepareStatement(RECLAIM)) {
            byIndex(connection);
            unreachable.setLong(1, lease.toMillis());
            unreachable.setString(2, node);
            unreachable.executeUpdate();
            reclaim.setString(1, owner);
            reclaim.setLong(2, lease.toMillis());
            reclaim.setString(3, owner);
            reclaim.setString(4, node);
            reclaim.setArray(5, connection.createArrayOf("text", pools.toArray()));
            reclaim.setInt(6, most);
            return claims(reclaim);
        } catch (SQLException e) {
            throw new IllegalStateException("runs can't be reclaimed", e);
        }
    }

    /** Lets all leases of the owner run out at once; its runners live on. */
    @Transactional
    public int release(String owner) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement release = connection.prepareStatement(RELEASE)) {
            byIndex(connection);
            release.setString(1, owner);
            return release.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("leases can't be released", e);
        }
    }

    /** All that the owner holds. */
    @Transactional
    public List<Claim> held(String owner) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement held = connection.prepareStatement(HELD)) {
            byIndex(connection);
            held.setString(1, owner);
            return claims(held);
        } catch (SQLException e) {
            throw new IllegalStateException("held runs can't be read", e);
        }
    }

    private static void byIndex(Connection connection) throws SQLException {
        try (PreparedStatement settings = connection.prepareStatement(BY_INDEX)) {
            settings.execute();
        }
    }

    private static List<Claim> claims(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<Claim> claims = new ArrayList<>();
            while (rows.next()) {
                claims.add(new Claim(
                        new Run.Held(rows.getObject(1, UUID.class), rows.getLong(2)),
                        Wire.of(RunState.class, rows.getString(3))));
            }
            return claims;
        }
    }
}

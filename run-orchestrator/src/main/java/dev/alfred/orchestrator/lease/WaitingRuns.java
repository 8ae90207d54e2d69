package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.orchestrator.lease.model.ClaimPlanner;

/**
 * The queue as one claim sees it, which holds the lock under which instances claim: the beginning of each project's, as much
 * of it as is likely to be chosen from.
 */
final class WaitingRuns {
    /**
     * Walks the projects that have something waiting (one index probe each) and takes a few runs of each in their order. What
     * is held is read once, before. The more projects there are, the fewer runs of each are taken.
     */
    static final String QUEUES = """
            WITH RECURSIVE waiting_project AS (
                (SELECT project FROM run WHERE state = 'queued' AND owner IS NULL ORDER BY project LIMIT 1)
                UNION ALL
                SELECT following.project
                FROM waiting_project w
                CROSS JOIN LATERAL (
                    SELECT project FROM run
                    WHERE state = 'queued' AND owner IS NULL AND project > w.project
                    ORDER BY project LIMIT 1) following
            ),
            depth AS MATERIALIZED (
                SELECT least(?::int, greatest(?::int, 2 * ?::int / greatest(1, count(*)))) AS runs FROM waiting_project),
            held AS MATERIALIZED (SELECT mailbox, project, pool FROM run WHERE owner IS NOT NULL),
            held_by_project AS MATERIALIZED (SELECT project, count(*) AS runs FROM held GROUP BY project),
            held_by_pool AS (SELECT pool, count(*) AS runs FROM held GROUP BY pool),
            open_pool AS MATERIALIZED (
                SELECT p.name, p.capacity - coalesce(h.runs, 0) AS room
                FROM runner_pool p LEFT JOIN held_by_pool h ON h.pool = p.name
                WHERE p.name = ANY (?) AND p.capacity > coalesce(h.runs, 0)
            ),
            first_of_project AS MATERIALIZED (
                SELECT first.*, coalesce(h.runs, 0) AS held
                FROM waiting_project w LEFT JOIN held_by_project h ON h.project = w.project
                CROSS JOIN LATERAL (
                    SELECT r.project, r.id, r.mailbox, r.pool, r.priority, r.requested_at, r.max_concurrent_runs
                    FROM run r
                    WHERE r.project = w.project AND r.state = 'queued' AND r.owner IS NULL
                        AND r.not_before <= clock_timestamp() AND (r.node IS NULL OR r.node = ?)
                        AND r.pool = ANY (ARRAY (SELECT name FROM open_pool))
                        AND r.mailbox NOT IN (SELECT mailbox FROM held)
                    ORDER BY r.priority, r.requested_at, r.id
                    LIMIT (SELECT runs FROM depth)) first
            )
            SELECT f.*, o.room, (SELECT runs FROM depth) AS depth
            FROM first_of_project f JOIN open_pool o ON o.name = f.pool
            ORDER BY f.project, f.priority, f.requested_at, f.id
            """;

    private static final int AT_LEAST = 2;

    private final Connection connection;
    private final Collection<String> pools;
    private final String node;

    WaitingRuns(Connection connection, Collection<String> pools, String node) {
        this.connection = connection;
        this.pools = pools;
        this.node = node;
    }

    /** Those that are to be claimed now, in their order. */
    List<UUID> choose(int most) throws SQLException {
        Optional<List<UUID>> chosen = choose(most, AT_LEAST);
        return chosen.isPresent() ? chosen.get() : choose(most, most).orElseThrow();
    }

    /** @param atLeast as many of each project are looked at, whatever the number of projects; with {@code most}, all that count */
    private Optional<List<UUID>> choose(int most, int atLeast) throws SQLException {
        Map<UUID, List<ClaimPlanner.Waiting>> byProject = new LinkedHashMap<>();
        Map<UUID, Long> held = new HashMap<>();
        Map<String, Long> room = new HashMap<>();
        int depth = 0;
        try (PreparedStatement select = connection.prepareStatement(QUEUES)) {
            select.setInt(1, most);
            select.setInt(2, atLeast);
            select.setInt(3, most);
            select.setArray(4, connection.createArrayOf("text", pools.toArray()));
            select.setString(5, node);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    UUID project = rows.getObject(1, UUID.class);
                    byProject.computeIfAbsent(project, any -> new ArrayList<>()).add(waiting(rows));
                    held.put(project, rows.getLong(8));
                    room.put(rows.getString(4), rows.getLong(9));
                    depth = rows.getInt(10);
                }
            }
        }
        int told = depth;
        List<ClaimPlanner.Queue> queues = byProject.entrySet().stream()
                .map(queue -> new ClaimPlanner.Queue(
                        held.get(queue.getKey()),
                        queue.getValue(),
                        told < most && queue.getValue().size() == told))
                .toList();
        return ClaimPlanner.choose(queues, room, most);
    }

    private static ClaimPlanner.Waiting waiting(ResultSet row) throws SQLException {
        return new ClaimPlanner.Waiting(
                row.getObject(2, UUID.class),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                row.getInt(7));
    }
}

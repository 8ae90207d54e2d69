package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;

import dev.alfred.orchestrator.RunTables;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the statements of {@link RunClaims} read depends on what waits and what is held, but for a few blocks that rows share
 * by chance.
 */
class ClaimCostTest {
    private static final long LEASE = 60_000;
    private static final int WAITING = 100;
    private static final int HELD = 20;
    private static final int BATCH = 10;
    /** Stands for some that wait now. */
    private static final Object WAITING_RUNS = new Object();

    private static final Duration ANALYZED_WITHIN = Duration.ofSeconds(20);

    private enum Asked {
        QUEUES(WaitingRuns.QUEUES, BATCH, 2, BATCH, new String[] {"one", "two"}, "a-node"),
        ALL_OF_THE_QUEUES(WaitingRuns.QUEUES, BATCH, BATCH, BATCH, new String[] {"one", "two"}, "a-node"),
        TAKE(RunClaims.TAKE, "me", LEASE, WAITING_RUNS),
        RENEW(RunClaims.RENEW, LEASE, "me"),
        RECLAIM(RunClaims.RECLAIM, "me", LEASE, "me", "a-node", new String[] {"one", "two"}, BATCH),
        UNREACHABLE(RunClaims.UNREACHABLE, LEASE, "a-node"),
        RELEASE(RunClaims.RELEASE, "me"),
        HELD(RunClaims.HELD, "me");

        private final String sql;
        private final Object[] values;

        Asked(String sql, Object... values) {
            this.sql = sql;
            this.values = values;
        }

        private Object[] values(Connection connection) throws SQLException {
            Object[] present = values.clone();
            for (int i = 0; i < present.length; i++) {
                present[i] = present[i] == WAITING_RUNS ? waitingRuns(connection) : present[i];
            }
            return present;
        }
    }

    private static UUID[] waitingRuns(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT array_agg(id) FROM ("
                        + "SELECT id FROM run WHERE state = 'queued' AND owner IS NULL"
                        + " ORDER BY project, priority, requested_at, id LIMIT " + BATCH + ") first");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return (UUID[]) rows.getArray(1).getArray();
        }
    }

    @Test
    void readsNoMoreWhereManyRunsHaveEnded() throws SQLException {
        try (RunTables few = aQueue(1_000);
                RunTables many = aQueue(10_000)) {
            assertNoMore(blocks(few), blocks(many));
        }
    }

    @Test
    void readsNoMoreWhereTheQueueWasEmptyWhenItWasCountedLast() throws SQLException {
        try (RunTables counted = aQueue(10_000);
                RunTables uncounted = new RunTables()) {
            uncounted.ended(10_000);
            uncounted.vacuumed();
            queue(uncounted);

            assertNoMore(blocks(counted), blocks(uncounted));
        }
    }

    @Test
    void readsNoMoreAfterMuchChurnWithoutAVacuumThanAfterLittle() throws SQLException {
        try (RunTables tables = aQueue(100)) {
            churn(tables, 10);
            Map<Asked, Long> little = blocks(tables);
            churn(tables, 200);

            // As long as another transaction could still see what is dead, no scan may mark it.
            await().atMost(ANALYZED_WITHIN).untilAsserted(() -> assertNoMore(little, blocks(tables)));
        }
    }

    @Test
    void aRenewalTouchesNoIndex() throws SQLException {
        try (RunTables tables = new RunTables();
                Connection connection = tables.connection()) {
            tables.held("me", 3);
            connection.setAutoCommit(false);

            ask(connection, Asked.RENEW);

            try (PreparedStatement count =
                            connection.prepareStatement("SELECT pg_stat_get_xact_tuples_hot_updated('run'::regclass)");
                    ResultSet inTheirBlock = count.executeQuery()) {
                inTheirBlock.next();
                assertThat(inTheirBlock.getLong(1)).isEqualTo(3);
            }
        }
    }

    private static RunTables aQueue(int ended) throws SQLException {
        RunTables tables = new RunTables();
        tables.ended(ended);
        queue(tables);
        tables.vacuumed();
        return tables;
    }

    private static void queue(RunTables tables) throws SQLException {
        tables.held("me", HELD);
        tables.held("another", HELD);
        tables.waiting(WAITING);
    }

    private static void assertNoMore(Map<Asked, Long> before, Map<Asked, Long> after) {
        assertThat(after)
                .allSatisfy((asked, blocks) -> assertThat(blocks)
                        .as("blocks of %s: %d before, %d after", asked, before.get(asked), blocks)
                        .isLessThanOrEqualTo(before.get(asked) * 3 / 2));
    }

    private static Map<Asked, Long> blocks(RunTables tables) throws SQLException {
        Map<Asked, Long> blocks = new EnumMap<>(Asked.class);
        for (Asked asked : Asked.values()) {
            blocks.put(asked, tables.blocks(RunClaims.BY_INDEX, asked.sql, asked.values(tables.connection())));
        }
        return blocks;
    }

    /** Runs live, some at a time: claimed, renewed, changed, looked at, ended; as many come as go. */
    private static void churn(RunTables tables, int batches) throws SQLException {
        Connection connection = tables.connection();
        for (int i = 0; i < batches; i++) {
            connection.setAutoCommit(false);
            tables.execute(RunClaims.BY_INDEX);
            ask(connection, Asked.QUEUES);
            ask(connection, Asked.TAKE);
            connection.commit();
            tables.execute("UPDATE run SET state = 'starting' WHERE owner = 'me' AND state = 'queued'");
            tables.execute(
                    "UPDATE run SET state = 'running', started_at = now() WHERE owner = 'me' AND state = 'starting'");
            connection.commit();
            tables.execute(RunClaims.BY_INDEX);
            ask(connection, Asked.RENEW);
            ask(connection, Asked.HELD);
            connection.commit();
            tables.execute("UPDATE run SET state = 'succeeded', ended_at = now(), owner = NULL, lease_until = NULL"
                    + " WHERE owner = 'me' AND started_at IS NOT NULL");
            connection.commit();
            connection.setAutoCommit(true);
            tables.waiting(BATCH);
        }
    }

    private static void ask(Connection connection, Asked asked) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(asked.sql)) {
            Object[] values = asked.values(connection);
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        }
    }
}

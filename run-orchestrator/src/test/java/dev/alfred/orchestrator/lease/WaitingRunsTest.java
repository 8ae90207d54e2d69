package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.alfred.orchestrator.RunTables;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WaitingRunsTest {
    private static final int WAITING = 100;

    /** PostgreSQL gives rows in the order of its plan where it is asked for none, and plans change with what is counted. */
    @Test
    void theMostUrgentComeFirstHoweverTheQueuesAreRead() throws SQLException {
        try (RunTables tables = new RunTables()) {
            tables.waiting(WAITING);
            tables.execute(
                    "UPDATE run SET pool = CASE priority % 2 WHEN 0 THEN 'one' ELSE 'two' END",
                    "SET enable_hashjoin = off", "SET enable_nestloop = off");

            List<UUID> chosen = new WaitingRuns(tables.connection(), List.of("one", "two"), "a-node").choose(WAITING);

            assertThat(chosen).hasSize(WAITING);
            assertThat(priorities(tables.connection(), chosen)).isSorted();
        }
    }

    private static List<Integer> priorities(Connection connection, List<UUID> runs) throws SQLException {
        List<Integer> priorities = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("SELECT priority FROM run WHERE id = ?")) {
            for (UUID run : runs) {
                select.setObject(1, run);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    priorities.add(row.getInt(1));
                }
            }
        }
        return priorities;
    }
}

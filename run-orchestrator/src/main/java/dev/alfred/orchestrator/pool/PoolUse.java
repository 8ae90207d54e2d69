package dev.alfred.orchestrator.pool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import io.agroal.api.AgroalDataSource;

/** How many runs of each pool wait and how many hold a place, read from the runs that have not ended. */
@ApplicationScoped
public class PoolUse {
    /** Each half is what one partial index holds. */
    static final String COUNTS = """
            SELECT pool, state, true, count(*) FROM run WHERE owner IS NOT NULL GROUP BY pool, state
            UNION ALL
            SELECT pool, state, false, count(*) FROM run WHERE state = 'queued' AND owner IS NULL GROUP BY pool, state
            """;

    private final AgroalDataSource dataSource;

    PoolUse(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** @param running runs that hold a place */
    public record Use(long running, long queued) {}

    /** Runs of one pool in one state; {@code held} ones have an owner. */
    public record Count(String pool, RunState state, boolean held, long runs) {}

    public Use of(String pool) {
        return of(pool, counts());
    }

    public static Use of(String pool, List<Count> counts) {
        long running = 0;
        long queued = 0;
        for (Count count : counts) {
            if (count.pool().equals(pool)) {
                running += count.held() ? count.runs() : 0;
                queued += count.held() ? 0 : count.runs();
            }
        }
        return new Use(running, queued);
    }

    public List<Count> counts() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(COUNTS);
                ResultSet rows = select.executeQuery()) {
            List<Count> counts = new ArrayList<>();
            while (rows.next()) {
                counts.add(new Count(
                        rows.getString(1),
                        Wire.of(RunState.class, rows.getString(2)),
                        rows.getBoolean(3),
                        rows.getLong(4)));
            }
            return counts;
        } catch (SQLException e) {
            throw new IllegalStateException("the runs can't be counted", e);
        }
    }
}

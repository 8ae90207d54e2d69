package dev.alfred.orchestrator.pool;

import dev.alfred.orchestrator.RunTables;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the count of the pools' runs reads is told by what waits and what is held, in blocks. */
class PoolUseCostTest {
    @Test
    void readsNoMoreWhereManyRunsHaveEnded() throws Exception {
        try (RunTables tables = new RunTables()) {
            tables.ended(100);
            tables.held("me", 20);
            tables.waiting(100);
            tables.vacuumed();
            long few = tables.blocks("SELECT 1", PoolUse.COUNTS);
            tables.ended(10_000);
            tables.vacuumed();

            long many = tables.blocks("SELECT 1", PoolUse.COUNTS);

            assertThat(many).as("%d before", few).isLessThanOrEqualTo(2 * few);
        }
    }
}

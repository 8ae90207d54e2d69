package dev.alfred.orchestrator.run.store;

import dev.alfred.orchestrator.RunTables;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What it takes to say why runs wait is told by the runs that hold a place, in blocks. */
class QueueReaderCostTest {
    @Test
    void readsNoMoreWhereManyRunsWaitAndHaveEnded() throws Exception {
        try (RunTables tables = new RunTables()) {
            tables.ended(100);
            tables.held("me", 20);
            tables.waiting(10);
            tables.vacuumed();
            long few = tables.blocks("SELECT 1", QueueReader.HELD);
            tables.ended(10_000);
            tables.waiting(1_000);
            tables.vacuumed();

            long many = tables.blocks("SELECT 1", QueueReader.HELD);

            assertThat(many).as("%d before", few).isLessThanOrEqualTo(2 * few);
        }
    }
}

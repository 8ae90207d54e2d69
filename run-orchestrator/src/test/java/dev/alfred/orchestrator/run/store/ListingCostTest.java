package dev.alfred.orchestrator.run.store;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.RunTables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a page of runs reads depends on how many it shows and on what has not ended, in blocks. Some values are those of many
 * runs, all of them old: whoever walks from the newest run on passes thousands by.
 */
class ListingCostTest {
    private static final int ENDED = 20_000;
    private static final int OLD = 6_000;
    private static final int PAGE = 10;
    /** A row's block and a step in the index for each of both halves, and the way down. */
    private static final long FLAT = 6 * PAGE;

    private static final UUID OLD_PROJECT = UUID.fromString("00000000-0000-4000-8000-00000000abcd");

    private static RunTables tables;

    @BeforeAll
    static void fill() throws SQLException {
        tables = new RunTables();
        tables.ended(ENDED);
        tables.execute("""
                UPDATE run SET state = 'failed', pool = 'retired', adapter = 'codex', phase = 'answer', project = '%s'
                WHERE id IN (SELECT id FROM run ORDER BY id LIMIT %d)
                """.formatted(OLD_PROJECT, OLD), """
                UPDATE run SET state = 'lost', pool = 'rare' WHERE id IN (SELECT id FROM run ORDER BY id LIMIT 3)
                """);
        tables.held("me", 20);
        tables.waiting(20);
        tables.vacuumed();
    }

    @AfterAll
    static void close() throws SQLException {
        tables.close();
    }

    static List<RunListing.Filter> filters() {
        return List.of(
                new RunListing.Filter(null, null, null, null, null, null),
                new RunListing.Filter(new MailboxKey("example-issue-7"), null, null, null, null, null),
                new RunListing.Filter(null, RunState.QUEUED, null, null, null, null),
                new RunListing.Filter(null, RunState.RUNNING, null, null, null, "one"),
                new RunListing.Filter(null, RunState.SUCCEEDED, null, null, null, null),
                new RunListing.Filter(null, RunState.FAILED, null, null, null, null),
                new RunListing.Filter(null, RunState.LOST, null, null, null, null),
                new RunListing.Filter(null, RunState.TIMED_OUT, null, null, null, null),
                new RunListing.Filter(null, null, Phase.ANSWER, null, null, null),
                new RunListing.Filter(null, null, null, AdapterId.CODEX, null, null),
                new RunListing.Filter(null, null, null, AdapterId.GROK_BUILD, null, null),
                new RunListing.Filter(null, null, null, null, OLD_PROJECT, null),
                new RunListing.Filter(null, null, null, null, null, "retired"),
                new RunListing.Filter(null, null, null, null, null, "rare"),
                new RunListing.Filter(null, null, null, null, null, "no-such-pool"),
                new RunListing.Filter(null, RunState.LOST, null, AdapterId.CODEX, null, null));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void aPageReadsAboutAsMuchAsItShows(RunListing.Filter filter) throws SQLException {
        RunPage first = RunPage.of(filter, null, PAGE);
        RunPage later = RunPage.of(filter, UUID.fromString("00000001-0000-4000-8000-000000000000"), PAGE);

        assertThat(blocks(first)).isLessThanOrEqualTo(FLAT);
        assertThat(blocks(later)).isLessThanOrEqualTo(FLAT);
    }

    private static long blocks(RunPage page) throws SQLException {
        return tables.blocks(RunListing.BY_VALUES, page.sql(), page.values().toArray());
    }
}

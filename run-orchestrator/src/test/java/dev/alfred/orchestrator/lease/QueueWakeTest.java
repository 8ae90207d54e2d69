package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import dev.alfred.orchestrator.RunSteps;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** A run is claimed as soon as it may be, by an instance that looks into the queue but once an hour. */
@QuarkusTest
@TestProfile(QueueWakeTest.OnceAnHour.class)
class QueueWakeTest extends RunScene {
    private static final String ANOTHER = "another-instance";

    @Inject
    AgroalDataSource dataSource;

    public static final class OnceAnHour implements QuarkusTestProfile {
        private final OrchestratorProfile usual = new OrchestratorProfile();

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return usual.getEnabledAlternatives();
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return usual.testResources();
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(usual.getConfigOverrides());
            settings.put("alfred.orchestrator.work.claim", "PT1H");
            settings.put("alfred.orchestrator.pools.narrow.capacity", "1");
            return settings;
        }
    }

    @Test
    void aRunThatArrivesIsClaimed() {
        RunRequested request = ARunRequest.aRun().build();

        runs.request(request);

        runs.launched(request, 1);
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunIsClaimedWhenAnotherInstanceFreesItsPlace() throws SQLException {
        UUID held = heldElsewhere();
        RunRequested request = ARunRequest.aRun().inPool("narrow").build();
        runs.request(request);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("state", equalTo("queued")));
        assertThat(launcher.orders(request.run())).isEmpty();

        try (QueueBell another = new QueueBell(dataSource, ANOTHER, () -> {})) {
            another.start();
            execute(
                    "UPDATE run SET state = 'succeeded', ended_at = now(), owner = NULL, lease_until = NULL WHERE id = '"
                            + held + "'");
            another.ring();

            runs.launched(request, 1);
        }
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    /** It takes the only place of its pool, and its lease does not run out meanwhile. */
    private UUID heldElsewhere() throws SQLException {
        UUID id = UUID.randomUUID();
        execute("""
                INSERT INTO run (id, mailbox, mailbox_kind, project, organization, branch, phase, priority, adapter, pool,
                    max_concurrent_runs, requested_by, requested_at, state, owner, lease_until, generation)
                VALUES ('%s', 'acme-shelves-issue-99999', 'issue', gen_random_uuid(), 'acme', 'a-branch', 'implementation',
                    1, 'claude-code', 'narrow', 9, 'someone', now(), 'running', '%s', now() + interval '1 hour', 1)
                """.formatted(id, ANOTHER));
        execute("INSERT INTO run_request (run, request) SELECT '" + id + "', request FROM run_request LIMIT 1");
        return id;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

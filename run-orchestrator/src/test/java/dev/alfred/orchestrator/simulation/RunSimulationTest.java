package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.TraceContext;
import dev.alfred.orchestrator.dispatch.Dispatcher;
import dev.alfred.orchestrator.forge.GitCredentials;
import dev.alfred.orchestrator.forge.RemoteBranch;
import dev.alfred.orchestrator.forge.SimulatedForge;
import dev.alfred.orchestrator.installation.AgentInstallations;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.RunRequestHandler;
import dev.alfred.orchestrator.session.SessionStore;
import dev.alfred.orchestrator.session.SimulatedSessionStore;
import dev.alfred.orchestrator.supervision.Supervisor;
import dev.alfred.orchestrator.supervision.Sweeping;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Orchestrators that pause, die and lose their leases, on the real claims, dispatch and supervision and the real database.
 * {@code -Dalfred.test.simulation.schedules} says how many courses of events are tried, {@code -Dalfred.test.seed} which is
 * the first: a course is told and played again by its seed.
 */
@QuarkusTest
@TestProfile(SimulationProfile.class)
class RunSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("alfred.test.simulation.schedules", 100);
    private static final long FIRST = Long.getLong("alfred.test.seed", System.nanoTime() % 1_000_000_000L);
    private static final String NODE = "node";
    private static final Set<String> POOLS = Set.of(SimulationProfile.POOL);
    private static final int BATCH = 10;

    @Inject
    RunClaims claims;

    @Inject
    Dispatcher dispatcher;

    @Inject
    Supervisor supervisor;

    @Inject
    RunRequestHandler requests;

    @Inject
    AgentInstallations installations;

    @Inject
    Sweeping sweeping;

    @Inject
    SimulatedCluster cluster;

    @Inject
    AgroalDataSource dataSource;

    private SimulatedDatabase database;

    @BeforeEach
    void stopTheClock() {
        database = new SimulatedDatabase(dataSource);
    }

    @AfterEach
    void leaveNothing() {
        database.leave();
    }

    @Test
    void noRunIsLostOrDoubledAndNothingIsPublishedLate() {
        System.out.printf("%d schedules from -Dalfred.test.seed=%d on%n", SCHEDULES, FIRST);
        installations.replace(
                RunnerKind.KUBERNETES,
                Optional.empty(),
                List.of(new DetectedAgent(AdapterId.CLAUDE_CODE, "2.1.328", "/opt/agents/claude")),
                Instant.now());
        for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
            Schedule schedule = new Schedule(seed, new Real(), database, cluster);
            Runnable passing = schedule::timePasses;
            QuarkusMock.installMockForType(new SimulatedSessionStore(passing), SessionStore.class);
            QuarkusMock.installMockForType(SimulatedForge.credentials(passing), GitCredentials.class);
            QuarkusMock.installMockForType(schedule.forge().branches(passing), RemoteBranch.class);
            schedule.run();
        }
    }

    /** As the run loop of each instance does it. */
    private final class Real implements Schedule.Orchestration {
        @Override
        public List<RunClaims.Claim> claim(String instance, Duration lease) {
            return claims.claim(instance, NODE, POOLS, lease, BATCH);
        }

        @Override
        public List<RunClaims.Claim> reclaim(String instance, Duration lease) {
            return claims.reclaim(instance, NODE, POOLS, lease, BATCH);
        }

        @Override
        public void renew(String instance, Duration lease) {
            claims.renew(instance, lease);
        }

        @Override
        public List<RunClaims.Claim> held(String instance) {
            return claims.held(instance);
        }

        @Override
        public void step(RunClaims.Claim claim) {
            if (claim.state() == RunState.RUNNING) {
                supervisor.look(claim.held());
            } else {
                dispatcher.dispatch(claim.held());
            }
        }

        @Override
        public void failed(RunClaims.Claim claim) {
            if (claim.state() == RunState.RUNNING) {
                supervisor.failed(claim.held());
            } else {
                dispatcher.failed(claim.held());
            }
        }

        @Override
        public void sweep() {
            sweeping.now();
        }

        @Override
        public void request(RunRequested request) {
            handle(request, request.mailbox().value());
        }

        @Override
        public void cancel(RunCancelRequested cancel) {
            handle(cancel, cancel.mailbox().value());
        }

        private void handle(Object message, String key) {
            requests.handle(new Envelope<>(
                    UUID.randomUUID().toString(),
                    "simulated",
                    "simulation",
                    Instant.now(),
                    key,
                    TraceContext.NONE,
                    message));
        }
    }
}

package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.SimulatedNode;
import dev.alfred.orchestrator.dispatch.Dispatcher;
import dev.alfred.orchestrator.forge.GitCredentials;
import dev.alfred.orchestrator.forge.RemoteBranch;
import dev.alfred.orchestrator.forge.SimulatedForge;
import dev.alfred.orchestrator.installation.AgentInstallations;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.run.RunRequestHandler;
import dev.alfred.orchestrator.session.SessionStore;
import dev.alfred.orchestrator.supervision.Supervisor;
import dev.alfred.orchestrator.supervision.Sweeping;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

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
    private static final Set<String> POOLS = Set.of(SimulationProfile.PODS, SimulationProfile.MACHINES);
    private static final int BATCH = 10;
    private static final int ENOUGH = 10;
    private static final int UNTIL_CLEARED = 100;
    private static final int MAILBOXES_APART = 10;
    private static final int SOON = 100;

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
    SimulatedMachines machines;

    @Inject
    SimulatedNode node;

    @Inject
    AgroalDataSource dataSource;

    private SimulatedDatabase database;
    private int played;

    @BeforeEach
    void stopTheClock() {
        database = new SimulatedDatabase(dataSource);
        for (RunnerKind kind : List.of(RunnerKind.KUBERNETES, RunnerKind.SANDBOX)) {
            installations.replace(
                    kind,
                    Optional.empty(),
                    List.of(new DetectedAgent(AdapterId.CLAUDE_CODE, "2.1.328", "/opt/agents/claude")),
                    Instant.now());
        }
    }

    @AfterEach
    void leaveNothing() {
        SimulatedTransactions.standBy(null);
        database.leave();
    }

    @Test
    void noRunIsLostOrDoubledAndNothingIsPublishedLate() {
        System.out.printf("%d schedules from -Dalfred.test.seed=%d on%n", SCHEDULES, FIRST);
        Instant begun = Instant.now();
        Map<Happening, Integer> counts = new EnumMap<>(Happening.class);
        List<Course.Violation> violations = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + SCHEDULES && violations.size() < ENOUGH; seed++) {
            Course course = new Course(seed);
            try {
                play(course, Mutation.NONE);
            } catch (Course.Violation violation) {
                System.out.printf(
                        "seed %d: %s%n",
                        seed, violation.getMessage().lines().findFirst().orElseThrow());
                violations.add(violation);
                database.clear();
            }
            course.counts().forEach((happening, times) -> counts.merge(happening, times, Integer::sum));
            if ((seed - FIRST + 1) % 500 == 0 || seed == FIRST + SCHEDULES - 1) {
                System.out.printf(
                        "%d schedules in %d s%n",
                        seed - FIRST + 1, Duration.between(begun, Instant.now()).toSeconds());
            }
        }
        System.out.println("what happened in them:");
        for (Happening happening : Happening.values()) {
            System.out.printf("%9d  %s%n", counts.getOrDefault(happening, 0), happening.words());
        }
        if (!violations.isEmpty()) {
            throw violations.getFirst();
        }
    }

    @Test
    void aScheduleIsPlayedAgainByItsSeed() {
        Course course = new Course(FIRST);
        Course again = new Course(FIRST);

        play(course, Mutation.NONE);
        play(again, Mutation.NONE);

        assertThat(again.steps()).isEqualTo(course.steps());
    }

    /** What would be wrong without one of the guards is seen, and soon. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsWhatComesOfAMissingGuard(Mutation mutation) {
        database.lacks(mutation);

        Optional<Course.Violation> found = LongStream.range(0, SOON)
                .mapToObj(seed -> violation(new Course(seed), mutation))
                .flatMap(Optional::stream)
                .findFirst();

        assertThat(found.map(Throwable::getMessage).orElse("no violation")).contains(mutation.violation());
    }

    private Optional<Course.Violation> violation(Course course, Mutation mutation) {
        try {
            play(course, mutation);
            return Optional.empty();
        } catch (Course.Violation violation) {
            return Optional.of(violation);
        }
    }

    private void play(Course course, Mutation mutation) {
        if (played % UNTIL_CLEARED == 0) {
            database.clear();
        }
        database.startsAnew();
        Schedule schedule =
                new Schedule(course, 1L + (long) played++ * MAILBOXES_APART, mutation, new Real(), requests, database);
        Orchestrators orchestrators = schedule.orchestrators();
        cluster.begin(schedule.places());
        machines.begin(schedule.places());
        node.standsIn(orchestrators::machine);
        SimulatedTransactions.standBy(orchestrators);
        QuarkusMock.installMockForType(schedule.store(), SessionStore.class);
        QuarkusMock.installMockForType(
                SimulatedForge.credentials(orchestrators::passes, orchestrators::refuses, orchestrators::loses),
                GitCredentials.class);
        QuarkusMock.installMockForType(
                schedule.forge().branches(orchestrators::passes, orchestrators::loses), RemoteBranch.class);
        schedule.run();
    }

    /** As the run loop of each instance does it. */
    private final class Real implements Orchestrators.Orchestration {
        @Override
        public List<RunClaims.Claim> claim(String instance, String machine, Duration lease) {
            return claims.claim(instance, machine, POOLS, lease, BATCH);
        }

        @Override
        public List<RunClaims.Claim> reclaim(String instance, String machine, Duration lease) {
            return claims.reclaim(instance, machine, POOLS, lease, BATCH);
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
        public Supervisor.Found step(RunClaims.Claim claim) {
            if (claim.state() == RunState.RUNNING) {
                return supervisor.look(claim.held());
            }
            dispatcher.dispatch(claim.held());
            return null;
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
    }
}

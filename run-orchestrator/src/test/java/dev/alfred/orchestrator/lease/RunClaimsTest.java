package dev.alfred.orchestrator.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunRepository;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Claims on a pool that the running instance does not serve, so that only the test claims. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class RunClaimsTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration EXPIRED = Duration.ofMillis(-1000);

    @Inject
    RunClaims claims;

    @Inject
    RunRepository runs;

    @Inject
    RunnerPools pools;

    @Inject
    AgroalDataSource dataSource;

    private final String pool = "elsewhere";
    private Instant clock = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void emptyPool() throws Exception {
        sql("DELETE FROM run WHERE pool = 'elsewhere'");
        QuarkusTransaction.requiringNew().run(() -> pools.resize(pool, 10, "test"));
    }

    @AfterEach
    void leaveNothing() throws Exception {
        sql("DELETE FROM run WHERE pool = 'elsewhere'");
    }

    @Test
    void theMoreUrgentPhaseComesFirstThenTheOlderRun() {
        UUID old = queued(ARunRequest.aRun().of(Phase.ANALYSIS));
        UUID young = queued(ARunRequest.aRun().of(Phase.ANALYSIS));
        UUID urgent = queued(ARunRequest.aRun().of(Phase.CI_FIX));

        assertThat(claimOne("a")).isEqualTo(urgent);
        assertThat(claimOne("a")).isEqualTo(old);
        assertThat(claimOne("a")).isEqualTo(young);
        assertThat(claim("a", 10)).isEmpty();
    }

    @Test
    void aProjectWithManyRunsDoesNotKeepOthersWaiting() {
        UUID busy = UUID.randomUUID();
        List<UUID> many = List.of(
                queued(ARunRequest.aRun().inProject(busy)),
                queued(ARunRequest.aRun().inProject(busy)),
                queued(ARunRequest.aRun().inProject(busy)));
        UUID other = queued(ARunRequest.aRun());

        assertThat(claim("a", 2)).containsExactlyInAnyOrder(many.get(0), other);
    }

    @Test
    void aProjectRunsNoMoreAtOnceThanItMay() {
        UUID project = UUID.randomUUID();
        for (int i = 0; i < 4; i++) {
            queued(ARunRequest.aRun().inProject(project).atMostAtOnce(2));
        }

        assertThat(claim("a", 10)).hasSize(2);
        assertThat(claim("a", 10)).isEmpty();
    }

    @Test
    void aPoolHoldsNoMoreThanItsCapacityAndALoweredOneDrains() {
        QuarkusTransaction.requiringNew().run(() -> pools.resize(pool, 3, "test"));
        for (int i = 0; i < 5; i++) {
            queued(ARunRequest.aRun());
        }

        assertThat(claim("a", 10)).hasSize(3);
        QuarkusTransaction.requiringNew().run(() -> pools.resize(pool, 1, "test"));
        assertThat(claim("a", 10)).isEmpty();
        assertThat(claims.held("a")).hasSize(3);
    }

    @Test
    void aMailboxHasOneActiveRun() {
        UUID project = UUID.randomUUID();
        UUID first = queued(ARunRequest.aRun().inProject(project).inMailbox(7001));
        queued(ARunRequest.aRun().inProject(project).inMailbox(7001));

        assertThat(claim("a", 10)).containsExactly(first);
        assertThat(claim("a", 10)).isEmpty();
    }

    @Test
    void twoInstancesNeverClaimTheSameRun() throws Exception {
        QuarkusTransaction.requiringNew().run(() -> pools.resize(pool, 100, "test"));
        List<UUID> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(queued(ARunRequest.aRun()));
        }

        List<UUID> claimed = new ArrayList<>();
        try (ExecutorService instances = Executors.newFixedThreadPool(4)) {
            List<Future<List<UUID>>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String owner = "instance-" + i;
                Callable<List<UUID>> claiming = () -> claim(owner, 5);
                answers.add(instances.submit(claiming));
            }
            for (Future<List<UUID>> answer : answers) {
                claimed.addAll(answer.get());
            }
        }

        assertThat(claimed).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void aLeaseThatIsRenewedIsNotTakenOver() {
        queued(ARunRequest.aRun());
        claims.claim("a", "node-1", Set.of(pool), EXPIRED, 1);

        assertThat(claims.renew("a", LEASE)).isEqualTo(1);

        assertThat(reclaim("b", "node-1")).isEmpty();
    }

    @Test
    void anExpiredLeaseIsTakenOverUnderAHigherGenerationAndTheFormerOwnerChangesNothing() {
        queued(ARunRequest.aRun());
        Run.Held former =
                claims.claim("a", "node-1", Set.of(pool), EXPIRED, 1).getFirst().held();

        List<RunClaims.Claim> taken = reclaim("b", "node-1");

        assertThat(taken).hasSize(1);
        Run.Held held = taken.getFirst().held();
        assertThat(held.run()).isEqualTo(former.run());
        assertThat(held.generation()).isGreaterThan(former.generation());
        assertThat(QuarkusTransaction.requiringNew().call(() -> runs.lock(former)))
                .isEmpty();
        assertThat(QuarkusTransaction.requiringNew().call(() -> runs.lock(held)))
                .isPresent();
        assertThat(claims.renew("a", LEASE)).isZero();
    }

    @Test
    void aRunThatWasGivenBackIsChangedByNobody() {
        queued(ARunRequest.aRun());
        Run.Held held =
                claims.claim("a", "node-1", Set.of(pool), LEASE, 1).getFirst().held();

        QuarkusTransaction.requiringNew()
                .run(() -> runs.defer(
                        runs.lock(held).orElseThrow(), RunChange.DEFERRED, "no_agent", null, Duration.ofMinutes(1)));

        assertThat(QuarkusTransaction.requiringNew().call(() -> runs.lock(held)))
                .isEmpty();
    }

    @Test
    void aRunOfALocalRunnerWaitsForItsOwnNode() throws Exception {
        UUID run = queued(ARunRequest.aRun());
        claims.claim("a", "node-1", Set.of(pool), EXPIRED.multipliedBy(1000), 1);
        sql("UPDATE run SET node = 'node-1' WHERE id = '" + run + "'");

        assertThat(reclaim("b", "node-2")).isEmpty();
        assertThat(QuarkusTransaction.requiringNew()
                        .call(() -> runs.load(run))
                        .orElseThrow()
                        .reason())
                .isEqualTo("node_unreachable");
        assertThat(reclaim("c", "node-1")).hasSize(1);
    }

    private UUID queued(ARunRequest wanted) {
        clock = clock.plusSeconds(1);
        RunRequested request = wanted.inPool(pool).requestedAt(clock).build();
        QuarkusTransaction.requiringNew()
                .run(() -> runs.enqueue(request, null, Instant.now().minusSeconds(60)));
        return request.run();
    }

    private UUID claimOne(String owner) {
        return claim(owner, 1).getFirst();
    }

    private List<UUID> claim(String owner, int most) {
        return claims.claim(owner, "node-1", Set.of(pool), LEASE, most).stream()
                .map(claim -> claim.held().run())
                .toList();
    }

    private List<RunClaims.Claim> reclaim(String owner, String node) {
        return claims.reclaim(owner, node, Set.of(pool), LEASE, 10);
    }

    private void sql(String statement) throws Exception {
        try (var connection = dataSource.getConnection();
                var prepared = connection.prepareStatement(statement)) {
            prepared.executeUpdate();
        }
    }
}

package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import dev.alfred.orchestrator.pool.PoolDeclarationHandler;
import dev.alfred.orchestrator.pool.PoolUse;
import dev.alfred.orchestrator.pool.model.PoolDeclaration;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** How RunnerPool resources are followed, and told of what runs; on a real API server (Kubernetes 1.20.2, etcd 3.4.23). */
@EnabledIf("serverIsHere")
@QuarkusTest
@Tag("kubernetes")
@TestProfile(RunnerPoolProfile.class)
class RunnerPoolFollowingTest extends RunnerPoolScene {
    @Inject
    PoolSync sync;

    @Inject
    KubernetesConfig config;

    @Inject
    PoolUse use;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    PoolDeclarationHandler declarations;

    @Test
    void scalingUpClaimsAtOnceAndScalingDownDrainsWithoutStoppingAnything() throws Exception {
        declare(spec(1));
        List<RunRequested> requests = requested(3);
        shows(1, 1, 2);

        assertThat(kubectl("scale", "runnerpool", pool, "--replicas=3")).contains(pool + " scaled");

        List<FakeLauncher.Runner> runners =
                requests.stream().map(request -> runs.launched(request, 1)).toList();
        shows(3, 3, 0);

        kubectl("scale", "runnerpool", pool, "--replicas=1");

        await().atMost(SOON).untilAsserted(() -> view().body("capacity", equalTo(1)));
        RunRequested late = requested(1).getFirst();
        shows(1, 3, 1);
        assertThat(kubectl("get", "runnerpool", pool, "--no-headers").split("\\s+"))
                .startsWith(pool, "1", "3", "1", "True");

        fails(runners.get(0));
        fails(runners.get(1));
        shows(1, 1, 1);
        assertThat(runners).noneMatch(FakeLauncher.Runner::stopped);
        assertThat(launcher.orders(late.run())).isEmpty();

        fails(runners.get(2));
        runs.launched(late, 1);
        shows(1, 1, 0);
        fails(launcher.runner(late.run(), 1));
        shows(1, 0, 0);
    }

    @Test
    void anAutoscalerFindsThePoolsPodsByItsScale() {
        declare(spec(2));
        shows(2, 0, 0);

        assertThat(resource().scale()).satisfies(scale -> {
            assertThat(scale.getSpec().getReplicas()).isEqualTo(2);
            assertThat(scale.getStatus().getReplicas()).isZero();
            assertThat(scale.getStatus().getSelector())
                    .isEqualTo("app.kubernetes.io/name=alfred-runner,alfred.dev/pool=" + pool);
        });
    }

    @Test
    void aPoolOfAResourceIsNotSizedOverRest() {
        declare(spec(2));
        shows(2, 0, 0);

        admin().contentType("application/json")
                .body("{\"capacity\": 7}")
                .put("/runner-pools/" + pool)
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:alfred:problem:pool-of-a-resource"))
                .body("detail", containsString("kubectl scale runnerpool " + pool + " -n alfred-runners --replicas=7"));
        view().body("capacity", equalTo(2))
                .body("runner", equalTo("kubernetes"))
                .body("resource", equalTo("alfred-runners/" + pool))
                .body("note", nullValue());
    }

    @Test
    void aDeletedPoolDrainsSaysWhyAndIsThereForRestAgain() {
        declare(spec(1));
        List<RunRequested> requests = requested(2);
        FakeLauncher.Runner runner = runs.launched(requests.getFirst(), 1);

        resource().delete();

        await().atMost(SOON)
                .untilAsserted(() -> view().body("capacity", equalTo(0))
                        .body("note", containsString("resource was deleted"))
                        .body("resource", nullValue())
                        .body("running", equalTo(1))
                        .body("queued", equalTo(1)));
        fails(runner);
        runs.ended(requests.getFirst(), RunState.FAILED);
        assertThat(runner.stopped()).isFalse();
        assertThat(launcher.orders(requests.getLast().run())).isEmpty();

        runs.cancel(requests.getLast());
        runs.ended(requests.getLast(), RunState.CANCELLED);
        admin().contentType("application/json")
                .body("{\"capacity\": 3}")
                .put("/runner-pools/" + pool)
                .then()
                .statusCode(200)
                .body("capacity", equalTo(3))
                .body("note", nullValue());
    }

    @Test
    void aPoolWhoseResourceWentWhileNobodyLookedDrains() {
        declarations.declared(
                pool,
                new PoolDeclaration(
                        ApiServerResource.NAMESPACE, "gone-since", 4, 5, Optional.empty(), "{}", Optional.empty()));

        await().atMost(SOON)
                .untilAsserted(
                        () -> view().body("capacity", equalTo(0)).body("note", containsString("resource was deleted")));
    }

    @Test
    void aResourceThatWasMadeAnewIsFollowed() {
        declare(spec(2));
        shows(2, 0, 0);

        resource().delete();
        declare(spec(4));

        shows(4, 0, 0);
        view().body("capacity", equalTo(4)).body("resource", equalTo("alfred-runners/" + pool));
    }

    @Test
    void aStatusIsWrittenOnlyWhenItChangesAndNeverOntoAnotherVersionThanWasSeen() {
        declare(spec(2));
        shows(2, 0, 0);
        RunnerPoolObject seen = resource().get();

        sync.sync(all());
        sync.sync(all());

        assertThat(resource().get().getMetadata().getResourceVersion())
                .isEqualTo(seen.getMetadata().getResourceVersion());

        RunnerPoolObject old = resource().get();
        old.setStatus(null);
        resource().scale(3);
        shows(3, 0, 0);
        String newest = resource().get().getMetadata().getResourceVersion();
        List<RunnerPoolObject> stale = new ArrayList<>(all().stream()
                .filter(other -> !other.getMetadata().getName().equals(pool))
                .toList());
        stale.add(old);

        sync.sync(stale);

        assertThat(resource().get().getMetadata().getResourceVersion()).isEqualTo(newest);
        view().body("capacity", equalTo(3));
    }

    /** One that lags behind would bring an older number back. */
    @Test
    void twoOrchestratorsFollowOneResourceAndNeitherGoesBack() throws Exception {
        PoolSync other = new PoolSync(client, config, declarations, use);
        declare(spec(1));
        try (PoolView view = new PoolView(client, config, () -> {}, trouble -> {})) {
            for (int capacity = 2; capacity <= 12; capacity++) {
                resource().scale(capacity);
                other.sync(view.pools());
            }
            shows(12, 0, 0);
            String settled = resource().get().getMetadata().getResourceVersion();

            await().atMost(SOON)
                    .until(() -> view.pools().stream()
                            .anyMatch(seen ->
                                    seen.getMetadata().getResourceVersion().equals(settled)));
            other.sync(view.pools());
            sync.sync(view.pools());

            assertThat(resource().get().getMetadata().getResourceVersion()).isEqualTo(settled);
        }
        assertThat(capacities()).isSorted().doesNotHaveDuplicates().endsWith(12);
    }

    /** All that the pool's capacity was set to, one after the other. */
    private List<Integer> capacities() throws Exception {
        try (var connection = dataSource.getConnection();
                var select = connection.prepareStatement(
                        "SELECT outcome FROM audit WHERE action = 'pool.resize' AND subject = ? ORDER BY id")) {
            select.setString(1, pool);
            List<Integer> capacities = new ArrayList<>();
            try (var rows = select.executeQuery()) {
                while (rows.next()) {
                    capacities.add(Integer.valueOf(rows.getString(1)));
                }
            }
            return capacities;
        }
    }

    private List<RunnerPoolObject> all() {
        return client.resources(RunnerPoolObject.class)
                .inNamespace(ApiServerResource.NAMESPACE)
                .list()
                .getItems();
    }
}

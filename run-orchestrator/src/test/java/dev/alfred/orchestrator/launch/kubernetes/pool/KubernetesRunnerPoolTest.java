package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.embedded.RealApiServer;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.FakeKubernetesLauncher;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.Peers;
import dev.alfred.orchestrator.RunSteps;
import dev.alfred.orchestrator.RunTrail;
import dev.alfred.orchestrator.ThePeers;
import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import dev.alfred.orchestrator.pool.PoolDeclarationHandler;
import dev.alfred.orchestrator.pool.PoolUse;
import dev.alfred.orchestrator.pool.model.PoolDeclaration;
import io.agroal.api.AgroalDataSource;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** RunnerPool resources on a real API server (Kubernetes 1.20.2, etcd 3.4.23), with runners in memory. */
@Tag("kubernetes")
@EnabledIf("serverIsHere")
@QuarkusTest
@TestProfile(RunnerPoolProfile.class)
class KubernetesRunnerPoolTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    FakeKubernetesLauncher launcher;

    @Inject
    KubernetesClient client;

    @Inject
    PoolSync sync;

    @Inject
    PodSettings settings;

    @Inject
    KubernetesConfig config;

    @Inject
    PoolUse use;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    PoolDeclarationHandler declarations;

    @ThePeers
    Peers peers;

    RealApiServer server;

    private final String pool = "pool-" + UUID.randomUUID().toString().substring(0, 8);
    private RunTrail trail;
    private RunSteps runs;

    static boolean serverIsHere() {
        RealApiServer.missing().ifPresent(System.out::println);
        return RealApiServer.missing().isEmpty();
    }

    @BeforeEach
    void begin() {
        trail = new RunTrail();
        runs = new RunSteps(launcher, trail);
        peers.behave();
        peers.resolvesTo(new SessionResolution(
                null,
                ResumeFallback.NO_PRIOR_SESSION,
                null,
                null,
                null,
                false,
                new StateLocation.Claim("alfred-session-some-mailbox", "claude-code")));
    }

    @AfterEach
    void end() {
        trail.close();
        resource().delete();
    }

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    spec.replicas | {}
                    spec.replicas | {"replicas": -1}
                    spec.replicas | {"replicas": "many"}
                    spec.replicas | {"replicas": 100001}
                    spec.image | {"replicas": 1, "image": "two words"}
                    spec.tolerations | {"replicas": 1, "tolerations": [{"operator": "Maybe"}]}
                    spec.queueName | {"replicas": 1, "queueName": "Not A Queue"}
                    spec.resources.limits.cpu | {"replicas": 1, "resources": {"limits": {"cpu": "a lot"}}}
                    """)
    void theSchemaRefuses(String field, String spec) throws Exception {
        String answer = applied(pool, spec);

        assertThat(answer).contains("is invalid").contains(field);
        assertThat(resource().get()).isNull();
    }

    @Test
    void theSchemaRefusesANameThatNoRunCouldAskFor() throws Exception {
        assertThat(applied("with.a.dot", "{\"replicas\": 1}")).contains("metadata.name");
    }

    @Test
    void whatTheSchemaLetsThroughAndNoPodCouldBeMadeOfIsRefusedInTheStatus() {
        declare(new PoolSpec(
                3,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("2"))
                        .addToLimits("cpu", new Quantity("500m"))
                        .build()));

        Condition refused = await().atMost(SOON).until(this::accepted, c -> c != null && "False".equals(c.getStatus()));
        assertThat(refused.getReason()).isEqualTo("InvalidSpec");
        assertThat(refused.getMessage()).contains("spec.resources", "above its limit");
        view().body("capacity", equalTo(0)).body("note", containsString("spec.resources"));

        resource().edit(current -> with(current, spec(3)));

        await().atMost(SOON).until(this::accepted, c -> "True".equals(c.getStatus()));
        view().body("capacity", equalTo(3)).body("note", nullValue());
    }

    @Test
    void allThatIsDeclaredReachesTheLauncherAndTheApiServerKeepsIt() {
        PoolSpec whole = new PoolSpec(
                1,
                "registry.example.test/runner:7",
                Map.of("example.test/disk", "fast"),
                List.of(new TolerationBuilder()
                        .withKey("dedicated")
                        .withOperator("Equal")
                        .withValue("agents")
                        .withEffect("NoExecute")
                        .withTolerationSeconds(60L)
                        .build()),
                "low",
                "gvisor",
                "team-a",
                "mirrors",
                new ResourceRequirementsBuilder()
                        .addToRequests("memory", new Quantity("2Gi"))
                        .addToLimits("memory", new Quantity("3Gi"))
                        .build());
        launcher.installs(whole.image(), FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.328"));

        declare(whole);

        shows(1, 0, 0);
        assertThat(resource().get().getSpec()).isEqualTo(whole);
        assertThat(settings.of(pool)).isEqualTo(whole.ofPods());
        RunRequested request = requested(1).getFirst();
        FakeLauncher.Runner runner = runs.launched(request, 1);
        assertThat(launcher.orders(request.run()).getFirst().image()).isEqualTo(whole.image());
        fails(runner);
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

    private Condition accepted() {
        PoolStatus status = resource().get().getStatus();
        return status == null ? null : status.conditions().getFirst();
    }

    private void shows(int capacity, int running, int queued) {
        await().atMost(SOON).untilAsserted(() -> {
            RunnerPoolObject current = resource().get();
            assertThat(current.getSpec().replicas()).isEqualTo(capacity);
            assertThat(current.getStatus()).isNotNull();
            assertThat(current.getStatus().observedGeneration())
                    .isEqualTo(current.getMetadata().getGeneration());
            assertThat(current.getStatus().replicas()).as("running").isEqualTo(running);
            assertThat(current.getStatus().queued()).as("queued").isEqualTo(queued);
        });
    }

    private List<RunRequested> requested(int many) {
        List<RunRequested> requests = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            RunRequested request = ARunRequest.aRun().inPool(pool).build();
            runs.request(request);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> admin().get("/runs/" + request.run()).then().statusCode(200));
            requests.add(request);
        }
        return requests;
    }

    private static void fails(FakeLauncher.Runner runner) {
        runner.ends(new StageResult.Prepared(ExitReason.SETUP_FAILED, "no", null, false, null, List.of()));
    }

    private void declare(PoolSpec spec) {
        RunnerPoolObject declared = new RunnerPoolObject();
        declared.setMetadata(new ObjectMetaBuilder().withName(pool).build());
        declared.setSpec(spec);
        client.resources(RunnerPoolObject.class)
                .inNamespace(ApiServerResource.NAMESPACE)
                .resource(declared)
                .create();
    }

    private static RunnerPoolObject with(RunnerPoolObject pool, PoolSpec spec) {
        pool.setSpec(spec);
        return pool;
    }

    private static PoolSpec spec(int replicas) {
        return new PoolSpec(replicas, null, null, null, null, null, null, null, null);
    }

    private String applied(String name, String spec) throws Exception {
        Path manifest = Files.createTempFile(Path.of("target"), "pool-", ".json");
        Files.writeString(manifest, """
                {"apiVersion": "alfred.dev/v1", "kind": "RunnerPool", "metadata": {"name": "%s"}, "spec": %s}
                """.formatted(name, spec));
        return kubectl("create", "--validate=false", "-f", manifest.toString());
    }

    private String kubectl(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", ApiServerResource.NAMESPACE));
        all.addAll(List.of(arguments));
        return server.kubectl(all.toArray(String[]::new));
    }

    private Resource<RunnerPoolObject> resource() {
        return client.resources(RunnerPoolObject.class)
                .inNamespace(ApiServerResource.NAMESPACE)
                .withName(pool);
    }

    private ValidatableResponse view() {
        return admin().get("/runner-pools/" + pool).then().statusCode(200);
    }

    private static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }
}

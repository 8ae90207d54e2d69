package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.embedded.RealApiServer;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.FakeKubernetesLauncher;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.Peers;
import dev.alfred.orchestrator.RunSteps;
import dev.alfred.orchestrator.RunTrail;
import dev.alfred.orchestrator.ThePeers;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A RunnerPool on a real API server (Kubernetes 1.20.2, etcd 3.4.23) that the service follows, with runners in memory. */
abstract class RunnerPoolScene {
    static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    FakeKubernetesLauncher launcher;

    @Inject
    KubernetesClient client;

    @ThePeers
    Peers peers;

    RealApiServer server;

    final String pool = "pool-" + UUID.randomUUID().toString().substring(0, 8);
    RunTrail trail;
    RunSteps runs;

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

    void shows(int capacity, int running, int queued) {
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

    List<RunRequested> requested(int many) {
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

    static void fails(FakeLauncher.Runner runner) {
        runner.ends(new StageResult.Prepared(ExitReason.SETUP_FAILED, "no", null, false, null, List.of()));
    }

    void declare(PoolSpec spec) {
        RunnerPoolObject declared = new RunnerPoolObject();
        declared.setMetadata(new ObjectMetaBuilder().withName(pool).build());
        declared.setSpec(spec);
        client.resources(RunnerPoolObject.class)
                .inNamespace(ApiServerResource.NAMESPACE)
                .resource(declared)
                .create();
    }

    static PoolSpec spec(int replicas) {
        return new PoolSpec(replicas, null, null, null, null, null, null, null, null);
    }

    String kubectl(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", ApiServerResource.NAMESPACE));
        all.addAll(List.of(arguments));
        return server.kubectl(all.toArray(String[]::new));
    }

    Resource<RunnerPoolObject> resource() {
        return client.resources(RunnerPoolObject.class)
                .inNamespace(ApiServerResource.NAMESPACE)
                .withName(pool);
    }

    ValidatableResponse view() {
        return admin().get("/runner-pools/" + pool).then().statusCode(200);
    }

    static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }
}

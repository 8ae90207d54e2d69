package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.orchestrator.FakeLauncher;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** What a RunnerPool may say, and that all of it arrives; on a real API server (Kubernetes 1.20.2, etcd 3.4.23). */
@EnabledIf("serverIsHere")
@QuarkusTest
@Tag("kubernetes")
@TestProfile(RunnerPoolProfile.class)
class RunnerPoolSchemaTest extends RunnerPoolScene {
    @Inject
    PodSettings settings;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    spec.replicas | {}
                    spec.replicas | {"replicas": -1}
                    spec.replicas | {"replicas": "many"}
                    spec.replicas | {"replicas": 100001}
                    spec.image | {"replicas": 1, "image": "two words"}
                    spec.tolerations | {"replicas": 1, "tolerations": [{"operator": "Maybe"}]}
                    spec.queueName | {"replicas": 1, "queueName": "Not A Queue"}
                    spec.mirrorClaimName | {"replicas": 1, "mirrorClaimName": "../another"}
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

    private Condition accepted() {
        PoolStatus status = resource().get().getStatus();
        return status == null ? null : status.conditions().getFirst();
    }

    private static RunnerPoolObject with(RunnerPoolObject pool, PoolSpec spec) {
        pool.setSpec(spec);
        return pool;
    }

    private String applied(String name, String spec) throws Exception {
        Path manifest = Files.createTempFile(Path.of("target"), "pool-", ".json");
        Files.writeString(manifest, """
                {"apiVersion": "alfred.dev/v1", "kind": "RunnerPool", "metadata": {"name": "%s"}, "spec": %s}
                """.formatted(name, spec));
        return kubectl("create", "--validate=false", "-f", manifest.toString());
    }
}

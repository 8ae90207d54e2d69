package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolStatus;
import dev.alfred.orchestrator.launch.kubernetes.pool.RunnerPoolObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A real HorizontalPodAutoscaler controller (Kubernetes 1.20.2) that is given the example finds the pool by its scale
 * subresource. There is no metric here, so it goes no further.
 */
@Tag("kubernetes")
class PoolAutoscalerTest extends LauncherScene {
    /** The controller looks every 15 seconds. */
    private static final Duration A_FEW_LOOKS = Duration.ofSeconds(120);

    @Test
    void findsThePoolThatItIsToScale() {
        KubernetesManifests.declareRunnerPools(client);
        pool("default");

        String name = autoscaler();

        await().atMost(A_FEW_LOOKS)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(conditions(name))
                        .containsEntry("AbleToScale", "SucceededGetScale")
                        .containsEntry("ScalingActive", "FailedGetExternalMetric"));
    }

    private void pool(String name) {
        RunnerPoolObject pool = new RunnerPoolObject();
        pool.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace(namespace).build());
        pool.setSpec(new PoolSpec(2, null, null, null, null, null, null, null, null));
        RunnerPoolObject made = client.resource(pool).create();
        made.setStatus(new PoolStatus(1, 0, "alfred.dev/pool=" + name, 1L, List.of()));
        client.resource(made).updateStatus();
    }

    /** The example's own words in the version that this old a server knows, which has the same fields. */
    private String autoscaler() {
        Map<String, Object> example = new HashMap<>(KubernetesManifests.example("runnerpool-hpa.yaml"));
        example.put("apiVersion", "autoscaling/v2beta2");
        GenericKubernetesResource autoscaler =
                new KubernetesSerialization().convertValue(example, GenericKubernetesResource.class);
        autoscaler.getMetadata().setNamespace(namespace);
        client.resource(autoscaler).create();
        return autoscaler.getMetadata().getName();
    }

    /** Each condition's reason. */
    private Map<String, String> conditions(String name) {
        GenericKubernetesResource autoscaler = client.genericKubernetesResources(
                        "autoscaling/v2beta2", "HorizontalPodAutoscaler")
                .inNamespace(namespace)
                .withName(name)
                .get();
        Map<String, String> reasons = new HashMap<>();
        List<Map<String, String>> told = autoscaler.get("status", "conditions");
        if (told != null) {
            told.forEach(condition -> reasons.put(condition.get("type"), condition.get("reason")));
        }
        return reasons;
    }
}

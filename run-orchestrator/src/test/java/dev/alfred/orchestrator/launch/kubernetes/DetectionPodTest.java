package dev.alfred.orchestrator.launch.kubernetes;

import java.util.List;
import java.util.Map;

import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Where an image is looked into for agents. */
@Tag("kubernetes")
class DetectionPodTest {
    private static final PoolSpec POOL = new PoolSpec(
            3,
            "agents:1",
            Map.of("pool", "agents"),
            List.of(new TolerationBuilder()
                    .withKey("agents")
                    .withOperator("Exists")
                    .withEffect("NoSchedule")
                    .build()),
            "urgent",
            "gvisor",
            null,
            null,
            new ResourceRequirementsBuilder()
                    .addToRequests("memory", new Quantity("256Mi"))
                    .addToLimits("memory", new Quantity("8Gi"))
                    .build());

    @Test
    void landsWhereThePoolsRunnersDo() {
        placedAlike(pods(Map.of()), POOL);
    }

    @Test
    void landsWhereTheLaunchersRunnersDoInAPoolThatSaysNothing() {
        placedAlike(
                pods(Map.of(
                        "node-selector.pool", "launchers",
                        "priority-class", "low",
                        "runtime-class", "kata",
                        "image-pull-secrets", "pull-secret")),
                PoolSpec.NOTHING);
    }

    private static RunnerPod pods(Map<String, String> settings) {
        return new RunnerPod(LauncherScene.config("alfred-runners", settings));
    }

    private static void placedAlike(RunnerPod pods, PoolSpec pool) {
        PodSpec runner = pods.of(LaunchOrders.order(1, null), pool, new MirrorVolume.None(), "mark")
                .getSpec();
        PodSpec detection = pods.detection("detection", "agents:1", pool).getSpec();

        assertThat(detection.getNodeSelector()).isNotEmpty().isEqualTo(runner.getNodeSelector());
        assertThat(detection.getTolerations()).isEqualTo(runner.getTolerations());
        assertThat(detection.getPriorityClassName()).isNotNull().isEqualTo(runner.getPriorityClassName());
        assertThat(detection.getRuntimeClassName()).isNotNull().isEqualTo(runner.getRuntimeClassName());
        assertThat(detection.getImagePullSecrets()).isEqualTo(runner.getImagePullSecrets());
        assertThat(detection.getSecurityContext()).isEqualTo(runner.getSecurityContext());
        assertThat(detection.getContainers())
                .singleElement()
                .satisfies(container -> assertThat(container.getResources())
                        .isEqualTo(runner.getContainers().getFirst().getResources()));
    }
}

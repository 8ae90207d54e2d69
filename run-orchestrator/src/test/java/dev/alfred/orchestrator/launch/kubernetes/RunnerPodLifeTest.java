package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How a pod is followed to its end on a real API server (Kubernetes 1.20.2, etcd 3.4.23); the test plays the kubelet. */
@Tag("kubernetes")
class RunnerPodLifeTest extends LauncherScene {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Test
    void theStagesEndsAreReadFromThePodsStatus() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Starting.class);

        status(runner, "Pending", List.of(ended("prepare", 0, "{\"p\":1}"), running("run")), List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Running.class, running -> {
            assertThat(running.stage()).isEqualTo(Stage.RUN);
            assertThat(running.ended()).containsOnlyKeys(Stage.PREPARE);
        });

        status(
                runner,
                "Succeeded",
                List.of(ended("prepare", 0, "{\"p\":1}"), ended("run", 0, "{\"r\":1}")),
                List.of(ended("publish", 0, "{\"commit\":\"abc\"}")));
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.NONE);
            assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE, Stage.RUN, Stage.PUBLISH);
            assertThat(ended.stages().get(Stage.PUBLISH).termination()).isEqualTo("{\"commit\":\"abc\"}");
        });
    }

    @Test
    void aPhaseThatLeadsItsContainersIsNotBelieved() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        status(runner, "Failed", "DeadlineExceeded", List.of(ended("prepare", 0, "{}"), running("run")), List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Running.class);

        status(
                runner,
                "Failed",
                "DeadlineExceeded",
                List.of(ended("prepare", 0, "{}"), ended("run", 143, "{\"r\":1}")),
                List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.TIMEOUT);
            assertThat(ended.stages().get(Stage.RUN).exitCode()).isEqualTo(143);
        });
    }

    @Test
    void anEvictionAndAMissingImageAreCalledByTheirNames() {
        RunnerRef evicted = launched(LaunchOrders.order(1, null));
        status(evicted, "Failed", "Evicted", List.of(), List.of());
        RunnerRef without = launched(LaunchOrders.order(2, null));
        ContainerStatus waiting = new ContainerStatusBuilder(running("prepare"))
                .withNewState()
                .withNewWaiting()
                .withReason("ImagePullBackOff")
                .endWaiting()
                .endState()
                .build();
        status(without, "Pending", List.of(waiting), List.of());

        assertThat(((Observation.Ended) launcher.observe(evicted, 0)).cause()).isEqualTo(ExitReason.RUNNER_EVICTED);
        assertThat(((Observation.Ended) launcher.observe(without, 0)).cause()).isEqualTo(ExitReason.IMAGE_PULL);
    }

    @Test
    void aStoppedPodIsReadBeforeItGoes() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        status(runner, "Pending", List.of(ended("prepare", 0, "{}"), ended("run", 143, "{\"r\":1}")), List.of());

        launcher.stop(runner, Duration.ofSeconds(5));

        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.CANCELLED);
            assertThat(ended.stages().get(Stage.RUN).termination()).isEqualTo("{\"r\":1}");
        });
        launcher.remove(runner);
        launcher.remove(runner);
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Gone.class);
        assertThat(client.secrets()
                        .inNamespace(namespace)
                        .withLabel("alfred.dev/run")
                        .list()
                        .getItems())
                .isEmpty();
    }

    @Test
    void aPodThatSomebodyElseDeletesIsLost() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        client.pods().inNamespace(namespace).withName(runner.handle()).delete();

        assertThat(((Observation.Ended) launcher.observe(runner, 0)).cause()).isEqualTo(ExitReason.RUNNER_LOST);
    }

    @Test
    void aDeletedPodIsFollowedUntilItsKubeletLetsGoOfIt() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        runsOnANode(runner);
        status(runner, "Pending", List.of(running("prepare")), List.of());

        launcher.stop(runner, Duration.ofSeconds(5));
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Running.class);

        status(runner, "Failed", List.of(ended("prepare", 143, "{\"p\":1}")), List.of());
        theKubeletLetsGoOf(runner);
        assertThat(((Observation.Ended) launcher.observe(runner, 0)).cause()).isEqualTo(ExitReason.CANCELLED);
    }

    /** As happens to the pods of a node whose object is gone, whoever made it go. */
    @Test
    void aPodThatNoKubeletWillTellOfIsOverOnceItWasDeletedByForce() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        runsOnANode(runner);
        status(runner, "Pending", List.of(ended("prepare", 0, "{}"), running("run")), List.of());
        client.pods().inNamespace(namespace).withName(runner.handle()).delete();
        theKubeletLetsGoOf(runner);

        PodReading soon = new PodReading(pod(runner), Optional.empty(), PATIENCE, Instant.now());
        assertThat(soon.observe(LogLines.none(0))).isInstanceOf(Observation.Running.class);

        PodReading later = new PodReading(
                pod(runner), Optional.empty(), PATIENCE, Instant.now().plus(Duration.ofMinutes(5)));
        assertThat(((Observation.Ended) later.observe(LogLines.none(0))).cause())
                .isEqualTo(ExitReason.RUNNER_LOST);
    }

    @Test
    void aVolumeThatCanNotBeHadIsToldOfByAnEvent() {
        launcher = launcher(Map.of("events-after", "PT0S"));
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        runsOnANode(runner);
        status(runner, "Pending", List.of(), List.of());
        event(runner, "FailedAttachVolume", "Multi-Attach error for volume \"pvc-1\"");

        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Starting.class, starting -> {
            assertThat(starting.reason()).isEqualTo("volume_unavailable");
            assertThat(starting.detail()).contains("Multi-Attach error");
            assertThat(starting.overdue()).isFalse();
        });
    }

    @Test
    void aPodThatHasNoNodeForTooLongIsGivenUp() {
        launcher = launcher(Map.of("start-patience", "PT0S"));
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        client.pods()
                .inNamespace(namespace)
                .withName(runner.handle())
                .editStatus(pod -> new PodBuilder(pod)
                        .editStatus()
                        .addNewCondition()
                        .withType("PodScheduled")
                        .withStatus("False")
                        .withReason("Unschedulable")
                        .withMessage("0/3 nodes are available: 3 Insufficient cpu.")
                        .endCondition()
                        .endStatus()
                        .build());

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(launcher.observe(runner, 0))
                        .isInstanceOfSatisfying(Observation.Starting.class, starting -> {
                            assertThat(starting.reason()).isEqualTo("unschedulable");
                            assertThat(starting.detail()).contains("Insufficient cpu");
                            assertThat(starting.overdue()).isTrue();
                        }));
        launcher.stop(runner, Duration.ofSeconds(5));

        assertThat(launcher.observe(runner, 0))
                .isInstanceOfSatisfying(
                        Observation.Ended.class,
                        ended -> assertThat(ended.stages()).isEmpty());
    }

    private void runsOnANode(RunnerRef runner) {
        client.bindings()
                .inNamespace(namespace)
                .resource(new BindingBuilder()
                        .withNewMetadata()
                        .withName(runner.handle())
                        .endMetadata()
                        .withNewTarget()
                        .withKind("Node")
                        .withName("a-node")
                        .endTarget()
                        .build())
                .create();
    }

    private void theKubeletLetsGoOf(RunnerRef runner) {
        client.pods()
                .inNamespace(namespace)
                .withName(runner.handle())
                .withGracePeriod(0)
                .delete();
    }

    private void event(RunnerRef runner, String reason, String message) {
        client.v1()
                .events()
                .inNamespace(namespace)
                .resource(new EventBuilder()
                        .withNewMetadata()
                        .withName(runner.handle() + "." + reason.toLowerCase(Locale.ROOT))
                        .endMetadata()
                        .withInvolvedObject(new ObjectReferenceBuilder()
                                .withKind("Pod")
                                .withNamespace(namespace)
                                .withName(runner.handle())
                                .withUid(pod(runner).getMetadata().getUid())
                                .build())
                        .withType("Warning")
                        .withReason(reason)
                        .withMessage(message)
                        .withLastTimestamp(
                                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                        .build())
                .create();
    }

    private void status(RunnerRef runner, String phase, List<ContainerStatus> init, List<ContainerStatus> main) {
        status(runner, phase, null, init, main);
    }

    private void status(
            RunnerRef runner, String phase, String reason, List<ContainerStatus> init, List<ContainerStatus> main) {
        UnaryOperator<Pod> played = pod -> new PodBuilder(pod)
                .withStatus(new PodStatusBuilder()
                        .withPhase(phase)
                        .withReason(reason)
                        .withInitContainerStatuses(init)
                        .withContainerStatuses(main)
                        .build())
                .build();
        client.pods().inNamespace(namespace).withName(runner.handle()).editStatus(played);
    }
}

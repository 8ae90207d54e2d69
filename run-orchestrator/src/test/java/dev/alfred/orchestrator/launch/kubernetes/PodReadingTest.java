package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What each way for a pod to stand, and to end, is called. */
@Tag("kubernetes")
class PodReadingTest {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final ContainerStatus PREPARED = ended("prepare", 0, "Completed", null);
    private static final String MOUNT = "failed to prepare subPath for volumeMount \"mirror\" of container ";
    private static final String STATE_MOUNT =
            "failed to prepare subPath for volumeMount \"state\" of container \"prepare\"";
    private static final ContainerStatus RUNNING = running("run");

    static Stream<Arguments> pods() {
        return Stream.of(
                // Not begun yet
                row("just made", "starting", pod -> pod),
                row("no scheduler has looked at it", "starting unschedulable", pod -> age(pod, 31)),
                row("no node has room", "starting unschedulable", unscheduled("Unschedulable", 5)),
                row("no node had room for long", "starting unschedulable, given up", unscheduled("Unschedulable", 601)),
                row("a queue holds it back", "starting scheduling_gated", unscheduled("SchedulingGated", 86400)),
                row("its node has just got it", "starting", PodReadingTest::bound),
                row("its node does not take it", "starting node_unreachable", pod -> age(bound(pod), 31)),
                row("its node never took it", "starting node_unreachable, given up", pod -> age(bound(pod), 601)),
                row("a container is made", "starting", taken(601, waiting("prepare", "PodInitializing", null))),
                row(
                        "an image could not be pulled once",
                        "starting image_pull",
                        taken(5, waiting("prepare", "ErrImagePull", "connection refused"))),
                row(
                        "a Secret is not there yet",
                        "starting secret_missing",
                        taken(5, waiting("prepare", "CreateContainerConfigError", "secret \"x-run\" not found"))),
                row(
                        "a Secret never came",
                        "starting secret_missing, given up",
                        taken(601, waiting("prepare", "CreateContainerConfigError", "secret \"x-run\" not found"))),
                // Hopeless before or between its stages
                row(
                        "an image can't be pulled",
                        "ended image_pull",
                        taken(5, waiting("prepare", "ImagePullBackOff", "Back-off pulling image"))),
                row(
                        "an image's name is none",
                        "ended image_pull",
                        taken(5, waiting("prepare", "InvalidImageName", "couldn't parse"))),
                row(
                        "an image that must not be pulled is missing",
                        "ended image_pull",
                        taken(5, waiting("prepare", "ErrImageNeverPull", null))),
                row(
                        "a container can't be configured",
                        "ended launch_refused",
                        taken(5, waiting("prepare", "CreateContainerConfigError", "failed to prepare subPath"))),
                row(
                        "a container can't be created",
                        "ended launch_refused",
                        taken(5, waiting("prepare", "CreateContainerError", "no such device"))),
                row(
                        "a container can't be run",
                        "ended launch_refused",
                        taken(5, waiting("prepare", "RunContainerError", "exec format error"))),
                row(
                        "a container could not be started",
                        "ended launch_refused [prepare]",
                        failed(null, null, ended("prepare", 128, "StartError", "no such file"))),
                row(
                        "docker could not start a container",
                        "ended launch_refused [prepare]",
                        failed(null, null, ended("prepare", 127, "ContainerCannotRun", "no such file"))),
                row(
                        "its mirror can't be mounted, as where the volume is full",
                        "starting volume_unavailable, given up",
                        taken(5, waiting("prepare", "CreateContainerConfigError", MOUNT + "\"prepare\""))),
                row(
                        "its mirror can't be mounted any more",
                        "ended runner_lost [prepare]",
                        taken(5, PREPARED, waiting("keep", "CreateContainerConfigError", MOUNT + "\"keep\""))),
                row(
                        "another volume can't be mounted",
                        "ended launch_refused",
                        taken(5, waiting("prepare", "CreateContainerConfigError", STATE_MOUNT))),
                row(
                        "the mirror's container fails",
                        "ended runner_lost [prepare]",
                        failed(null, null, PREPARED, ended("keep", 2, "Error", null))),
                row(
                        "the mirror's container uses too much memory",
                        "ended runner_lost [prepare]",
                        failed(null, null, PREPARED, ended("keep", 137, "OOMKilled", null))),
                row(
                        "its deadline passes in the mirror's container",
                        "ended timeout [prepare]",
                        failed("DeadlineExceeded", null, PREPARED, ended("keep", 143, "Error", null))),
                // Under way
                row("the mirror is filled", "running run [prepare]", taken(5, PREPARED, running("keep"))),
                row("the first stage runs", "running prepare", taken(5, running("prepare"))),
                row("the second stage runs", "running run [prepare]", taken(5, PREPARED, RUNNING)),
                row(
                        "between two stages",
                        "running run [prepare]",
                        taken(5, PREPARED, waiting("run", "PodInitializing", null))),
                row(
                        "the phase leads the containers at the deadline",
                        "running run [prepare]",
                        failed("DeadlineExceeded", null, PREPARED, RUNNING)),
                row(
                        "the phase leads the containers at an eviction",
                        "running run [prepare]",
                        failed("Evicted", "The node was low on resource: memory. ", PREPARED, RUNNING)),
                row("deleted, in its grace period", "running run [prepare]", deleted(20, 30L, PREPARED, RUNNING)),
                row("deleted, its end due", "running run [prepare]", deleted(-59, 30L, PREPARED, RUNNING)),
                row("deleted before it began, by a node that lives", "starting", deleted(20, 30L)),
                row(
                        "deleted by force under a node that may live",
                        "running run [prepare]",
                        deleted(-59, 0L, PREPARED, RUNNING)),
                // Nobody knows
                row(
                        "its node does not answer",
                        "unreachable",
                        taken(5, PREPARED, RUNNING).andThen(phase("Unknown"))),
                row("its node is called lost", "unreachable", nodeLost()),
                row("its end is not confirmed", "unreachable", deleted(-61, 30L, PREPARED, RUNNING)),
                row("its end is not confirmed, between two stages", "unreachable", deleted(-61, 30L, PREPARED)),
                row("its end is not confirmed, before it began", "unreachable", deleted(-61, 30L)),
                // Ended
                row(
                        "all stages came through",
                        "ended none [prepare, run, publish]",
                        taken(5, PREPARED, ended("run", 0, "Completed", null), ended("publish", 0, "Completed", null))
                                .andThen(phase("Succeeded"))),
                row(
                        "a stage failed",
                        "ended none [prepare, run]",
                        failed(null, null, PREPARED, ended("run", 1, "Error", null))),
                row(
                        "a stage crashed",
                        "ended none [prepare, run]",
                        failed(null, null, PREPARED, ended("run", 139, "Error", null))),
                row(
                        "a container used too much memory",
                        "ended out_of_memory [prepare, run]",
                        failed(null, null, PREPARED, ended("run", 137, "OOMKilled", null))),
                row(
                        "a container was killed and nobody says why",
                        "ended out_of_memory [prepare, run]",
                        failed(null, null, PREPARED, ended("run", 137, "Error", null))),
                row(
                        "a node restarted and lost sight of it",
                        "ended runner_lost [prepare, run]",
                        failed(null, null, PREPARED, ended("run", 137, "ContainerStatusUnknown", null))),
                row(
                        "the deadline",
                        "ended timeout [prepare, run]",
                        failed("DeadlineExceeded", null, PREPARED, ended("run", 137, "Error", null))),
                row(
                        "evicted for its node's sake",
                        "ended runner_evicted [prepare, run]",
                        failed(
                                "Evicted",
                                "The node was low on resource: ephemeral-storage. Container run was using 9Gi",
                                PREPARED,
                                ended("run", 137, "Error", null))),
                row("evicted before it began", "ended runner_evicted", failed("Evicted", "The node had condition: []")),
                row(
                        "the workspace is full",
                        "ended no_space [prepare, run]",
                        failed(
                                "Evicted",
                                "Usage of EmptyDir volume \"workspace\" exceeds the limit \"20Gi\". ",
                                PREPARED,
                                ended("run", 137, "Error", null))),
                row(
                        "a container wrote too much",
                        "ended no_space",
                        failed("Evicted", "Container run exceeded its local ephemeral storage limit \"1Gi\". ")),
                row(
                        "all its containers wrote too much",
                        "ended no_space",
                        failed(
                                "Evicted",
                                "Pod ephemeral local storage usage exceeds the total limit of containers 3Gi. ")),
                row("its node took it back", "ended runner_evicted", failed("OutOfcpu", "Node didn't have enough")),
                row("its node went down", "ended runner_evicted", failed("NodeShutdown", "Pod was terminated")),
                row(
                        "a more important pod took its place",
                        "ended runner_evicted [prepare, run]",
                        deleted(-1, 0L, PREPARED, ended("run", 137, "Error", null))
                                .andThen(disrupted("PreemptionByScheduler"))),
                row(
                        "its node was drained",
                        "ended runner_evicted [prepare, run]",
                        deleted(-1, 0L, PREPARED, ended("run", 143, "Error", null))
                                .andThen(disrupted("EvictionByEvictionAPI"))),
                row(
                        "its node was tainted",
                        "ended runner_evicted [prepare, run]",
                        deleted(-1, 0L, PREPARED, ended("run", 143, "Error", null))
                                .andThen(disrupted("DeletionByTaintManager"))),
                row("its node's object is gone", "ended runner_lost [prepare]", deleted(-61, 0L, PREPARED, RUNNING)),
                row(
                        "its node's object is gone, by a newer server",
                        "ended runner_lost [prepare]",
                        deleted(-61, 0L, PREPARED, RUNNING).andThen(disrupted("DeletionByPodGC"))),
                row(
                        "somebody else deleted it",
                        "ended runner_lost [prepare, run]",
                        deleted(-1, 0L, PREPARED, ended("run", 143, "Error", null))),
                row("somebody else deleted it before it had a node", "ended runner_lost", pod -> removed(pod, 0, 0L)),
                row(
                        "stopped by Alfred",
                        "ended cancelled [prepare, run]",
                        deleted(-1, 0L, PREPARED, ended("run", 143, "Error", null))
                                .andThen(stopped())),
                row(
                        "stopped by Alfred before it began",
                        "ended cancelled",
                        deleted(-1, 0L).andThen(stopped())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("pods")
    void isCalled(String what, String expected, PodBuilder pod) {
        Observation seen = new PodReading(pod.build(), Optional.empty(), PATIENCE, NOW).observe(LogLines.none(0));

        assertThat(told(seen)).isEqualTo(expected);
    }

    /** Volumes and networks are told of by events alone. */
    @Test
    void whatAnEventToldIsSaidOfAPodWhoseNodeHasTakenItAndIsNoReasonOnceAStageHasBegun() {
        Optional<PodWaiting> event = Optional.of(new PodWaiting("volume_unavailable", "Multi-Attach error", true));

        assertThat(told(new PodReading(taken(5).apply(made()).build(), event, PATIENCE, NOW).observe(LogLines.none(0))))
                .isEqualTo("starting volume_unavailable");
        assertThat(told(new PodReading(taken(601).apply(made()).build(), event, PATIENCE, NOW)
                        .observe(LogLines.none(0))))
                .isEqualTo("starting volume_unavailable, given up");
        assertThat(told(new PodReading(
                                taken(601, PREPARED, RUNNING).apply(made()).build(), event, PATIENCE, NOW)
                        .observe(LogLines.none(0))))
                .isEqualTo("running run [prepare]");
    }

    private static String told(Observation seen) {
        return switch (seen) {
            case Observation.Starting starting ->
                "starting" + (starting.reason() == null ? "" : " " + starting.reason())
                        + (starting.overdue() ? ", given up" : "");
            case Observation.Running running -> "running " + running.stage().wire() + stages(running.ended());
            case Observation.Ended ended -> {
                boolean explained = ended.cause() == ExitReason.NONE || ended.detail() != null;
                yield (explained ? "ended " : "ended unexplained ")
                        + ended.cause().wire()
                        + stages(ended.stages());
            }
            case Observation.Gone ignored -> "gone";
            case Observation.Unreachable ignored -> "unreachable";
        };
    }

    private static String stages(Map<Stage, ?> stages) {
        return stages.isEmpty()
                ? ""
                : " " + stages.keySet().stream().sorted().map(Stage::wire).toList();
    }

    private static Arguments row(String what, String expected, Function<PodBuilder, PodBuilder> pod) {
        return Arguments.of(what, expected, pod.apply(made()));
    }

    private static String at(long seconds) {
        return NOW.plusSeconds(seconds).toString();
    }

    private static PodBuilder made() {
        return age(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("alfred-a-run-1")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Pending")
                        .endStatus(),
                5);
    }

    private static PodBuilder age(PodBuilder pod, long seconds) {
        return pod.editMetadata().withCreationTimestamp(at(-seconds)).endMetadata();
    }

    private static PodBuilder bound(PodBuilder pod) {
        return pod.editSpec().withNodeName("a-node").endSpec();
    }

    private static Function<PodBuilder, PodBuilder> unscheduled(String reason, long age) {
        return pod -> age(pod, age)
                .editStatus()
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason(reason)
                .withMessage("0/3 nodes are available")
                .endCondition()
                .endStatus();
    }

    /** A pod whose node's kubelet has told of it. */
    private static Function<PodBuilder, PodBuilder> taken(long age, ContainerStatus... containers) {
        return pod -> age(bound(pod), age)
                .editStatus()
                .withStartTime(at(1 - age))
                .withInitContainerStatuses(Stream.of(containers)
                        .filter(container -> !publishes(container))
                        .toList())
                .withContainerStatuses(
                        Stream.of(containers).filter(PodReadingTest::publishes).toList())
                .endStatus();
    }

    private static Function<PodBuilder, PodBuilder> failed(
            String reason, String message, ContainerStatus... containers) {
        return taken(300, containers)
                .andThen(phase("Failed"))
                .andThen(pod ->
                        pod.editStatus().withReason(reason).withMessage(message).endStatus());
    }

    private static Function<PodBuilder, PodBuilder> nodeLost() {
        return taken(300, PREPARED, RUNNING)
                .andThen(pod -> pod.editStatus().withReason("NodeLost").endStatus());
    }

    /**
     * @param due when its containers are to have ended, from now
     * @param grace what is left to them; 0 once its kubelet, or whoever used force, has let go of it
     */
    private static Function<PodBuilder, PodBuilder> deleted(long due, Long grace, ContainerStatus... containers) {
        return taken(300, containers).andThen(pod -> removed(pod, due, grace));
    }

    private static PodBuilder removed(PodBuilder pod, long due, Long grace) {
        return pod.editMetadata()
                .withDeletionTimestamp(at(due))
                .withDeletionGracePeriodSeconds(grace)
                .endMetadata();
    }

    private static Function<PodBuilder, PodBuilder> phase(String phase) {
        return pod -> pod.editStatus().withPhase(phase).endStatus();
    }

    private static Function<PodBuilder, PodBuilder> disrupted(String reason) {
        return pod -> pod.editStatus()
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason(reason)
                .endCondition()
                .endStatus();
    }

    private static Function<PodBuilder, PodBuilder> stopped() {
        return pod -> pod.editMetadata()
                .addToAnnotations("alfred.dev/stopped", "true")
                .endMetadata();
    }

    private static boolean publishes(ContainerStatus container) {
        return container.getName().equals("publish");
    }

    private static ContainerStatus running(String stage) {
        return new ContainerStatusBuilder()
                .withName(stage)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .build();
    }

    private static ContainerStatus waiting(String stage, String reason, String message) {
        return new ContainerStatusBuilder()
                .withName(stage)
                .withNewState()
                .withNewWaiting(message, reason)
                .endState()
                .build();
    }

    private static ContainerStatus ended(String stage, int exitCode, String reason, String message) {
        return new ContainerStatusBuilder()
                .withName(stage)
                .withNewState()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withReason(reason)
                .withMessage(message)
                .endTerminated()
                .endState()
                .build();
    }
}

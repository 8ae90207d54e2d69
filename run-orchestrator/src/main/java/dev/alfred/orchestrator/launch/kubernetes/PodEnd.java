package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.ExitReason;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;

/**
 * What ended a pod from outside, read from its status; {@code none} where its containers ended by themselves.
 *
 * @param detail one line for people, or null
 */
record PodEnd(ExitReason reason, String detail) {
    private static final int KILLED = 137;
    /** How kubelets tell that a pod used more local storage than its limits, whatever the node has left. */
    private static final Set<String> OWN_STORAGE = Set.of(
            "Usage of EmptyDir volume",
            "Pod ephemeral local storage usage exceeds",
            "exceeded its local ephemeral storage limit");

    static PodEnd of(Pod pod) {
        PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
        String reason = status.getReason() == null ? "" : status.getReason();
        if (ended(status).anyMatch(end -> "OOMKilled".equals(end.getReason()))) {
            return new PodEnd(ExitReason.OUT_OF_MEMORY, "the runner used more memory than its limit");
        }
        if (reason.equals("DeadlineExceeded")) {
            return new PodEnd(ExitReason.TIMEOUT, "the pod's deadline passed");
        }
        if (reason.equals("Evicted") && ownStorage(status.getMessage())) {
            return new PodEnd(ExitReason.NO_SPACE, status.getMessage().strip());
        }
        if (reason.equals("NodeLost")) {
            return new PodEnd(ExitReason.RUNNER_LOST, "its node is gone");
        }
        if (!reason.isEmpty()) {
            return new PodEnd(ExitReason.RUNNER_EVICTED, told(reason, status.getMessage()));
        }
        return pod.getMetadata().getDeletionTimestamp() == null ? byItself(status) : deleted(pod, status);
    }

    private static PodEnd byItself(PodStatus status) {
        Optional<String> mirror = MirrorTrouble.failed(status);
        if (mirror.isPresent()) {
            return new PodEnd(ExitReason.RUNNER_LOST, mirror.get());
        }
        if (ended(status).anyMatch(end -> "ContainerStatusUnknown".equals(end.getReason()))) {
            return new PodEnd(ExitReason.RUNNER_LOST, "its node has lost sight of a container");
        }
        return ended(status)
                .filter(end -> Set.of("StartError", "ContainerCannotRun").contains(String.valueOf(end.getReason())))
                .findFirst()
                .map(end -> new PodEnd(ExitReason.LAUNCH_REFUSED, told(end.getReason(), end.getMessage())))
                .orElseGet(() -> killed(status));
    }

    /** Nobody deleted the pod, no deadline passed and no node was short of anything that it said. */
    private static PodEnd killed(PodStatus status) {
        return ended(status).anyMatch(end -> end.getExitCode() != null && end.getExitCode() == KILLED)
                ? new PodEnd(ExitReason.OUT_OF_MEMORY, "a stage was killed (137), as is done for want of memory")
                : new PodEnd(ExitReason.NONE, null);
    }

    private static PodEnd deleted(Pod pod, PodStatus status) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        if (annotations != null && annotations.containsKey(PodNames.STOPPED)) {
            return new PodEnd(ExitReason.CANCELLED, "stopped");
        }
        return status.getConditions().stream()
                .filter(condition ->
                        "DisruptionTarget".equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst()
                .map(PodEnd::disrupted)
                .orElseGet(() -> new PodEnd(ExitReason.RUNNER_LOST, "the pod was deleted by somebody else"));
    }

    /** By the scheduler, an eviction, a taint, or the collection of pods whose node is gone. */
    private static PodEnd disrupted(PodCondition condition) {
        String told = told(String.valueOf(condition.getReason()), condition.getMessage());
        return "DeletionByPodGC".equals(condition.getReason())
                ? new PodEnd(ExitReason.RUNNER_LOST, told)
                : new PodEnd(ExitReason.RUNNER_EVICTED, told);
    }

    private static boolean ownStorage(String message) {
        return message != null && OWN_STORAGE.stream().anyMatch(message::contains);
    }

    private static String told(String reason, String message) {
        return message == null || message.isBlank() ? reason : reason + ": " + message.strip();
    }

    /** The containers of stages. */
    private static Stream<ContainerStateTerminated> ended(PodStatus status) {
        return Stream.concat(status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
                .filter(container -> !RunnerPaths.KEEP.equals(container.getName()))
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getTerminated() != null)
                .map(state -> state.getTerminated());
    }
}

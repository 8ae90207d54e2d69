package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;

/**
 * What holds up a pod of which no container has begun.
 *
 * @param reason in the vocabulary of waiting runs
 * @param detail one line for people, or null
 * @param bounded whether it is given up after a while; a queue in front of the scheduler keeps its own time
 */
record PodWaiting(String reason, String detail, boolean bounded) {
    static final String UNSCHEDULABLE = "unschedulable";
    static final String SCHEDULING_GATED = "scheduling_gated";
    static final String NODE_UNREACHABLE = "node_unreachable";
    static final String SECRET_MISSING = "secret_missing";
    static final String IMAGE_PULL = "image_pull";
    static final String VOLUME_UNAVAILABLE = "volume_unavailable";
    static final String SANDBOX_UNAVAILABLE = "sandbox_unavailable";

    /** How long the scheduler and a node may take without a word. */
    private static final Duration USUAL = Duration.ofSeconds(30);

    /** @param event what an event told of it last, where one did */
    static Optional<PodWaiting> of(Pod pod, Optional<PodWaiting> event, Instant now) {
        boolean slow = PodTimes.created(pod).plus(USUAL).isBefore(now);
        boolean bound = pod.getSpec() != null && pod.getSpec().getNodeName() != null;
        Optional<PodCondition> unscheduled = unscheduled(pod);
        if (unscheduled.isPresent()) {
            return unscheduled.map(PodWaiting::unscheduled);
        }
        if (!bound) {
            return slow
                    ? Optional.of(new PodWaiting(UNSCHEDULABLE, "no scheduler has looked at it", true))
                    : Optional.empty();
        }
        Optional<PodWaiting> container =
                containers(pod).flatMap(PodWaiting::container).findFirst();
        if (container.isPresent() || event.isPresent()) {
            return container.or(() -> event);
        }
        boolean taken = pod.getStatus() != null && pod.getStatus().getStartTime() != null;
        return slow && !taken
                ? Optional.of(new PodWaiting(NODE_UNREACHABLE, "its node has not taken it", true))
                : Optional.empty();
    }

    private static PodWaiting unscheduled(PodCondition condition) {
        boolean gated = "SchedulingGated".equals(condition.getReason());
        return new PodWaiting(gated ? SCHEDULING_GATED : UNSCHEDULABLE, condition.getMessage(), !gated);
    }

    private static Optional<PodCondition> unscheduled(Pod pod) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(condition ->
                                "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                        .findFirst();
    }

    private static Stream<PodWaiting> container(ContainerStateWaiting waiting) {
        return switch (String.valueOf(waiting.getReason())) {
            case "ErrImagePull" -> Stream.of(new PodWaiting(IMAGE_PULL, waiting.getMessage(), true));
            case "CreateContainerConfigError" -> Stream.of(new PodWaiting(SECRET_MISSING, waiting.getMessage(), true));
            default -> Stream.empty();
        };
    }

    private static Stream<ContainerStateWaiting> containers(Pod pod) {
        return pod.getStatus() == null
                ? Stream.empty()
                : Stream.concat(
                                pod.getStatus().getInitContainerStatuses().stream(),
                                pod.getStatus().getContainerStatuses().stream())
                        .map(ContainerStatus::getState)
                        .filter(state -> state != null && state.getWaiting() != null)
                        .map(state -> state.getWaiting());
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;

/** When things happened to a pod, by the API server's and its node's clocks. */
final class PodTimes {
    private PodTimes() {}

    /** Of one that was never made, the epoch. */
    static Instant created(Pod pod) {
        return instant(pod.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
    }

    /** By when its containers were to have ended; empty for one that nobody deleted. */
    static Optional<Instant> deleted(Pod pod) {
        return instant(pod.getMetadata().getDeletionTimestamp());
    }

    /** When its last container ended, as far as any did. */
    static Optional<Instant> finished(Pod pod) {
        return pod.getStatus() == null
                ? Optional.empty()
                : Stream.concat(
                                pod.getStatus().getInitContainerStatuses().stream(),
                                pod.getStatus().getContainerStatuses().stream())
                        .map(ContainerStatus::getState)
                        .filter(state -> state != null && state.getTerminated() != null)
                        .flatMap(state -> instant(state.getTerminated().getFinishedAt()).stream())
                        .max(Instant::compareTo);
    }

    static Optional<Instant> instant(String time) {
        return Optional.ofNullable(time).map(text -> OffsetDateTime.parse(text).toInstant());
    }
}

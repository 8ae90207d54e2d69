package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jboss.logging.Logger;

/**
 * Why a pod that has a node does not begin: volumes and networks that can't be had are told of by events alone. They are
 * asked for only once it takes longer than usual, and not at each look.
 */
final class PodEvents {
    private static final Logger LOG = Logger.getLogger(PodEvents.class);
    private static final Duration EVERY = Duration.ofSeconds(10);
    /** What is still so is told again within two minutes. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final Duration usual;
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();

    /** @param usual how long a pod may take to begin without being asked about */
    PodEvents(KubernetesClient client, Duration usual) {
        this.client = client;
        this.usual = usual;
    }

    private record Asked(Instant at, Optional<PodWaiting> told) {}

    Optional<PodWaiting> latest(Pod pod) {
        Instant now = Instant.now();
        if (PodTimes.created(pod).plus(usual).isAfter(now)) {
            return Optional.empty();
        }
        return asked.compute(
                        pod.getMetadata().getUid(),
                        (uid, last) -> last != null && last.at().plus(EVERY).isAfter(now)
                                ? last
                                : new Asked(now, ask(pod, now)))
                .told();
    }

    void forget(Pod pod) {
        asked.remove(pod.getMetadata().getUid());
    }

    private Optional<PodWaiting> ask(Pod pod, Instant now) {
        try {
            return client
                    .v1()
                    .events()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withField("involvedObject.uid", pod.getMetadata().getUid())
                    .list()
                    .getItems()
                    .stream()
                    .filter(event -> at(event).plus(FRESH).isAfter(now))
                    .sorted(Comparator.comparing(PodEvents::at).reversed())
                    .flatMap(PodEvents::waiting)
                    .findFirst();
        } catch (KubernetesClientException e) {
            LOG.warn("Events of a pod that does not begin can't be read: its run waits without saying why", e);
            return Optional.empty();
        }
    }

    static Stream<PodWaiting> waiting(Event event) {
        String told = String.valueOf(event.getMessage());
        return switch (String.valueOf(event.getReason())) {
            case "FailedAttachVolume" -> Stream.of(new PodWaiting(PodWaiting.VOLUME_UNAVAILABLE, told, true));
            case "FailedMount" ->
                Stream.of(new PodWaiting(
                        told.matches("(?s).*secret .* not found.*")
                                ? PodWaiting.SECRET_MISSING
                                : PodWaiting.VOLUME_UNAVAILABLE,
                        told,
                        true));
            case "FailedCreatePodSandBox" -> Stream.of(new PodWaiting(PodWaiting.SANDBOX_UNAVAILABLE, told, true));
            default -> Stream.empty();
        };
    }

    private static Instant at(Event event) {
        return PodTimes.instant(event.getLastTimestamp())
                .or(() -> event.getSeries() == null
                        ? Optional.empty()
                        : PodTimes.instant(
                                event.getSeries().getLastObservedTime() == null
                                        ? null
                                        : event.getSeries()
                                                .getLastObservedTime()
                                                .getTime()))
                .or(() -> PodTimes.instant(
                        event.getEventTime() == null
                                ? null
                                : event.getEventTime().getTime()))
                .or(() -> PodTimes.instant(event.getMetadata().getCreationTimestamp()))
                .orElse(Instant.EPOCH);
    }
}

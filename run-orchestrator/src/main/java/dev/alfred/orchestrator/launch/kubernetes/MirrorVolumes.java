package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jboss.logging.Logger;

/**
 * The volumes in which operators have mirrors kept. A mirror only saves time, so no pod may wait or fail for one: a claim is
 * looked at before a pod is made with it, and a volume that held up a pod is left out of the next ones for a while.
 */
final class MirrorVolumes {
    private static final Logger LOG = Logger.getLogger(MirrorVolumes.class);
    private static final String SESSION_STATE = "alfred-session-state";

    private final KubernetesClient client;
    private final KubernetesConfig config;
    private final Map<String, Avoided> avoided = new ConcurrentHashMap<>();
    private final Map<String, String> told = new ConcurrentHashMap<>();

    MirrorVolumes(KubernetesClient client, KubernetesConfig config) {
        this.client = client;
        this.config = config;
    }

    private record Avoided(Instant until, String why) {}

    MirrorVolume of(LaunchOrder order, PoolSpec pool) {
        return pool.mirrorClaim()
                .or(config.mirrors()::claim)
                .map(MirrorVolumes::claim)
                .or(() -> config.mirrors().hostPath().map(MirrorVolumes::hostPath))
                .map(volume -> usable(volume, order.mirror()))
                .orElseGet(MirrorVolume.None::new);
    }

    private static Volume claim(String name) {
        return new VolumeBuilder()
                .withName(PodNames.MIRROR)
                .withNewPersistentVolumeClaim(name, false)
                .build();
    }

    /** Made by the node where it is missing, so that nobody waits for it; what nobody can write is of no use, and no harm. */
    private static Volume hostPath(String path) {
        return new VolumeBuilder()
                .withName(PodNames.MIRROR)
                .withNewHostPath(path, "DirectoryOrCreate")
                .build();
    }

    private MirrorVolume usable(Volume volume, String mirror) {
        String name = name(volume);
        Optional<String> objection = avoided(name).or(() -> objection(volume));
        if (objection.isPresent()) {
            if (!objection.get().equals(told.put(name, objection.get()))) {
                LOG.warnf("Runners go without mirrors: volume=%s why=%s", name, objection.get());
            }
            return new MirrorVolume.Unusable("%s: %s".formatted(name, objection.get()));
        }
        if (told.remove(name) != null) {
            LOG.infof("Runners have mirrors again: volume=%s", name);
        }
        return new MirrorVolume.Mounted(volume, mirror);
    }

    private Optional<String> avoided(String name) {
        return Optional.ofNullable(avoided.get(name))
                .filter(mark -> mark.until().isAfter(Instant.now()))
                .map(mark -> "it held up a pod lately: " + mark.why());
    }

    private Optional<String> objection(Volume volume) {
        if (volume.getPersistentVolumeClaim() == null) {
            return Optional.empty();
        }
        try {
            return objection(client.persistentVolumeClaims()
                    .inNamespace(config.namespace())
                    .withName(volume.getPersistentVolumeClaim().getClaimName())
                    .get());
        } catch (KubernetesClientException e) {
            LOG.debug("A claim for mirrors can't be looked at", e);
            return Optional.of("it can't be looked at: status " + e.getCode());
        }
    }

    private static Optional<String> objection(PersistentVolumeClaim claim) {
        if (claim == null) {
            return Optional.of("it is not there");
        }
        ObjectMeta metadata = claim.getMetadata();
        if (metadata.getLabels() != null
                && SESSION_STATE.equals(metadata.getLabels().get(PodNames.NAME))) {
            return Optional.of("it holds a mailbox's sessions");
        }
        if (metadata.getDeletionTimestamp() != null) {
            return Optional.of("it is being deleted");
        }
        return claim.getStatus() != null && "Lost".equals(claim.getStatus().getPhase())
                ? Optional.of("its volume is gone")
                : Optional.empty();
    }

    /** Whatever held the pod up: the next ones go without, to be sure. */
    void heed(Pod pod, Observation standing) {
        volume(pod).ifPresent(volume -> {
            PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
            Optional<String> why = standing instanceof Observation.Starting starting && starting.overdue()
                    ? Optional.of("%s: %s".formatted(starting.reason(), starting.detail()))
                    : MirrorTrouble.refused(status).or(() -> MirrorTrouble.failed(status));
            why.ifPresent(words -> avoided.put(
                    name(volume),
                    new Avoided(Instant.now().plus(config.mirrors().pause()), words)));
        });
    }

    /** What the container that fills the mirror said, since it goes with the pod. */
    void tell(Pod pod) {
        if (pod.getStatus() != null) {
            pod.getStatus().getInitContainerStatuses().stream()
                    .filter(container -> RunnerPaths.KEEP.equals(container.getName()))
                    .filter(container ->
                            container.getState() != null && container.getState().getTerminated() != null)
                    .forEach(container -> LOG.infof(
                            "A mirror was offered what an attempt fetched: pod=%s exit=%d said=%s",
                            pod.getMetadata().getName(),
                            container.getState().getTerminated().getExitCode(),
                            container.getState().getTerminated().getMessage()));
        }
    }

    private static Optional<Volume> volume(Pod pod) {
        return pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getName().equals(PodNames.MIRROR))
                .findFirst();
    }

    private static String name(Volume volume) {
        return volume.getPersistentVolumeClaim() == null
                ? "directory " + volume.getHostPath().getPath()
                : "claim " + volume.getPersistentVolumeClaim().getClaimName();
    }
}

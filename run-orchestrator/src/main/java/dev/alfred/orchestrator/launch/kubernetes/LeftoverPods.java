package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.alfred.orchestrator.launch.RunnerLauncher.AttemptKey;
import dev.alfred.orchestrator.launch.RunnerLauncher.PresentAttempts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;
import org.jboss.logging.Logger;

/** Removes the namespace's pods that are no present attempt's. Their Secrets go with them, since they own them. */
record LeftoverPods(KubernetesClient client, KubernetesConfig config) {
    private static final Logger LOG = Logger.getLogger(LeftoverPods.class);

    void remove(PresentAttempts present) {
        List<LeftoverPlanner.Seen> seen = client
                .pods()
                .inNamespace(config.namespace())
                .withLabel(PodNames.MANAGED_BY, PodNames.ALFRED)
                .list()
                .getItems()
                .stream()
                .flatMap(pod -> seen(pod).stream())
                .toList();
        // Asked after the list: whatever is younger than the answer is younger than the list.
        Set<AttemptKey> attempts = present.among(
                seen.stream().flatMap(pod -> pod.attempt().stream()).toList());
        for (String name : LeftoverPlanner.plan(seen, attempts, Instant.now(), config.leftoverAge())) {
            LOG.warnf("A pod is no present attempt's and is removed: pod=%s", name);
            PodResource pod = client.pods().inNamespace(config.namespace()).withName(name);
            pod.delete();
            Finalizers.letGo(pod);
        }
    }

    /** Empty for one that carries Alfred's mark and is of no kind that Alfred makes. */
    private static Optional<LeftoverPlanner.Seen> seen(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        String name = pod.getMetadata().getName();
        return switch (String.valueOf(labels.get(PodNames.NAME))) {
            case PodNames.DETECTION ->
                Optional.of(new LeftoverPlanner.Seen(name, PodTimes.created(pod), Optional.empty()));
            case PodNames.RUNNER ->
                attempt(labels)
                        .map(attempt -> new LeftoverPlanner.Seen(name, PodTimes.created(pod), Optional.of(attempt)));
            default -> Optional.empty();
        };
    }

    private static Optional<AttemptKey> attempt(Map<String, String> labels) {
        try {
            return Optional.of(new AttemptKey(
                    UUID.fromString(String.valueOf(labels.get(PodNames.RUN))),
                    Integer.parseInt(String.valueOf(labels.get(PodNames.ATTEMPT)))));
        } catch (IllegalArgumentException e) {
            LOG.debug("A pod with Alfred's mark names no attempt", e);
            return Optional.empty();
        }
    }
}

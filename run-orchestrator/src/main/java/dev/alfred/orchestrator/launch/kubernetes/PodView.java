package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Optional;
import java.util.function.Consumer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * The namespace's runner pods as they were a moment ago. It may say how a pod stands, and never that there is none: that
 * the API server is asked.
 */
final class PodView implements AutoCloseable {
    private final Followed<Pod> pods;
    private final String namespace;

    /** @param changed called at each change of a pod */
    PodView(KubernetesClient client, KubernetesConfig config, Runnable changed, Consumer<Throwable> trouble) {
        namespace = config.namespace();
        pods = new Followed<>(
                client.pods()
                        .inNamespace(namespace)
                        .withLabel(PodNames.NAME, PodNames.RUNNER)
                        .runnableInformer(config.resync().toMillis()),
                changed,
                () -> {},
                trouble);
    }

    /** Empty also while it hears of no changes. */
    Optional<Pod> seen(String name) {
        return pods.watching() ? pods.seen(namespace, name) : Optional.empty();
    }

    /** Whether it hears of changes now. */
    boolean watching() {
        return pods.watching();
    }

    @Override
    public void close() {
        pods.close();
    }
}

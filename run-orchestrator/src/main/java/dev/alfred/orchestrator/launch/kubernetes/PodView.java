package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Optional;
import java.util.function.Consumer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/**
 * The namespace's runner pods as they were a moment ago; it goes on trying whatever comes in between. It may say how a pod
 * stands, and never that there is none: that the API server is asked.
 */
final class PodView implements AutoCloseable {
    private final SharedIndexInformer<Pod> informer;
    private final String namespace;

    /** @param changed called at each change of a pod */
    PodView(KubernetesClient client, KubernetesConfig config, Runnable changed, Consumer<Throwable> trouble) {
        namespace = config.namespace();
        informer = client.pods()
                .inNamespace(namespace)
                .withLabel(PodNames.NAME, PodNames.RUNNER)
                .runnableInformer(config.resync().toMillis());
        informer.addEventHandler(new Told(changed));
        informer.exceptionHandler((started, failure) -> {
            trouble.accept(failure);
            return true;
        });
        informer.start();
    }

    /** Empty also while it hears of no changes. */
    Optional<Pod> seen(String name) {
        return informer.isWatching()
                ? Optional.ofNullable(informer.getIndexer().getByKey(Cache.namespaceKeyFunc(namespace, name)))
                : Optional.empty();
    }

    /** Whether it hears of changes now. */
    boolean watching() {
        return informer.isWatching();
    }

    @Override
    public void close() {
        informer.stop();
    }

    private record Told(Runnable changed) implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            changed.run();
        }

        @Override
        public void onUpdate(Pod before, Pod after) {
            boolean resync = before.getMetadata()
                    .getResourceVersion()
                    .equals(after.getMetadata().getResourceVersion());
            if (!resync) {
                changed.run();
            }
        }

        @Override
        public void onDelete(Pod pod, boolean stateUnknown) {
            changed.run();
        }
    }
}

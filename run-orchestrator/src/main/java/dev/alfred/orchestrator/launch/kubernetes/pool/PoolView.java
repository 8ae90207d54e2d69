package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;
import java.util.function.Consumer;

import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;

/** The namespace's {@code RunnerPool} resources as they were a moment ago; it goes on trying whatever comes in between. */
public final class PoolView implements AutoCloseable {
    private final SharedIndexInformer<RunnerPoolObject> informer;

    /** @param changed called at each change, and for each resource now and then */
    public PoolView(KubernetesClient client, KubernetesConfig config, Runnable changed, Consumer<Throwable> trouble) {
        informer = client.resources(RunnerPoolObject.class)
                .inNamespace(config.namespace())
                .runnableInformer(config.pools().resync().toMillis());
        informer.addEventHandler(new Told(changed));
        informer.exceptionHandler((started, failure) -> {
            trouble.accept(failure);
            return true;
        });
        informer.start();
    }

    public List<RunnerPoolObject> pools() {
        return informer.getStore().list();
    }

    /** Whether it hears of changes now. */
    public boolean watching() {
        return informer.isWatching();
    }

    @Override
    public void close() {
        informer.stop();
    }

    private record Told(Runnable changed) implements ResourceEventHandler<RunnerPoolObject> {
        @Override
        public void onAdd(RunnerPoolObject pool) {
            changed.run();
        }

        @Override
        public void onUpdate(RunnerPoolObject before, RunnerPoolObject after) {
            changed.run();
        }

        @Override
        public void onDelete(RunnerPoolObject pool, boolean stateUnknown) {
            changed.run();
        }
    }
}

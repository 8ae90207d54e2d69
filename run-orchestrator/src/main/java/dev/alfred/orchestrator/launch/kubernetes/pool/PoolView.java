package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;
import java.util.function.Consumer;

import dev.alfred.orchestrator.launch.kubernetes.Followed;
import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The namespace's {@code RunnerPool} resources as they were a moment ago. */
public final class PoolView implements AutoCloseable {
    private final Followed<RunnerPoolObject> pools;

    /** @param changed called at each change, and for each resource now and then */
    public PoolView(KubernetesClient client, KubernetesConfig config, Runnable changed, Consumer<Throwable> trouble) {
        pools = new Followed<>(
                client.resources(RunnerPoolObject.class)
                        .inNamespace(config.namespace())
                        .runnableInformer(config.pools().resync().toMillis()),
                changed,
                changed,
                trouble);
    }

    public List<RunnerPoolObject> pools() {
        return pools.all();
    }

    /** Whether it hears of changes now. */
    public boolean watching() {
        return pools.watching();
    }

    @Override
    public void close() {
        pools.close();
    }
}

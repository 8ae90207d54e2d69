package dev.alfred.orchestrator.launch.kubernetes.pool;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.orchestrator.pool.RunnerPools;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** What a pool's resource says of its pods, as it was followed last. */
@ApplicationScoped
public class PodSettings {
    private final RunnerPools pools;
    private final KubernetesSerialization json = new KubernetesSerialization();

    PodSettings(RunnerPools pools) {
        this.pools = pools;
    }

    public PoolSpec of(String pool) {
        return pools.podSettings(pool)
                .map(settings -> json.unmarshal(settings, PoolSpec.class))
                .orElse(PoolSpec.NOTHING);
    }
}

package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import dev.alfred.orchestrator.pool.PoolDeclarationHandler;
import dev.alfred.orchestrator.pool.PoolUse;
import dev.alfred.orchestrator.pool.model.KnownPool;
import dev.alfred.orchestrator.pool.model.PoolDeclaration;
import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider;
import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider.Decision;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.jboss.logging.Logger;

/**
 * Brings pools and their resources together: capacity from the resource into the database, figures from the database into
 * the resource's status. It looks at how things are, not at what happened, so that nothing is missed and a second look
 * changes nothing.
 */
@ApplicationScoped
public class PoolSync {
    private static final Logger LOG = Logger.getLogger(PoolSync.class);

    private final KubernetesClient client;
    private final KubernetesConfig config;
    private final PoolDeclarationHandler handler;
    private final PoolUse use;

    public PoolSync(KubernetesClient client, KubernetesConfig config, PoolDeclarationHandler handler, PoolUse use) {
        this.client = client;
        this.config = config;
        this.handler = handler;
        this.use = use;
    }

    /** @param seen all resources of the namespace, as they were a moment ago */
    public synchronized void sync(Collection<RunnerPoolObject> seen) {
        Map<String, KnownPool> known =
                handler.known().stream().collect(Collectors.toMap(KnownPool::name, Function.identity()));
        List<RunnerPoolObject> present = new ArrayList<>();
        for (RunnerPoolObject pool : seen) {
            follow(pool, Optional.ofNullable(known.get(pool.getMetadata().getName())))
                    .ifPresent(present::add);
        }
        withdraw(known.values(), seen);
        tell(present);
    }

    /** The resource as it was looked at last; empty where it is gone. */
    private Optional<RunnerPoolObject> follow(RunnerPoolObject pool, Optional<KnownPool> known) {
        if (PoolDeclarationDecider.declared(known, declaration(pool)) instanceof Decision.Nothing) {
            return Optional.of(pool);
        }
        // What was seen a moment ago may have changed since, and another orchestrator may have followed that already.
        Optional<RunnerPoolObject> now = live(pool.getMetadata().getName());
        now.ifPresent(current -> handler.declared(current.getMetadata().getName(), declaration(current)));
        return now;
    }

    private void withdraw(Collection<KnownPool> known, Collection<RunnerPoolObject> seen) {
        List<String> there =
                seen.stream().map(pool -> pool.getMetadata().getUid()).toList();
        for (KnownPool pool : known) {
            pool.declared()
                    .filter(by -> !by.withdrawn() && by.namespace().equals(config.namespace()))
                    .filter(by -> !there.contains(by.uid()))
                    .filter(by -> live(pool.name())
                            .filter(current -> current.getMetadata().getUid().equals(by.uid()))
                            .isEmpty())
                    .ifPresent(by -> handler.withdrawn(pool.name(), by.uid()));
        }
    }

    /** The figures are read after the resources were, so that an older figure never takes a newer one's place. */
    private void tell(List<RunnerPoolObject> pools) {
        if (pools.isEmpty()) {
            return;
        }
        Map<String, KnownPool> known =
                handler.known().stream().collect(Collectors.toMap(KnownPool::name, Function.identity()));
        List<PoolUse.Count> counts = use.counts();
        for (RunnerPoolObject pool : pools) {
            String name = pool.getMetadata().getName();
            Optional<String> fault = PoolSpecCheck.fault(pool.getSpec());
            PoolStatusPlanner.next(
                            pool, standing(known.get(name), fault), fault, PoolUse.of(name, counts), Instant.now())
                    .ifPresent(status -> write(pool, status));
        }
    }

    private PoolStatusPlanner.Standing standing(KnownPool known, Optional<String> fault) {
        if (fault.isPresent()) {
            return PoolStatusPlanner.Standing.INVALID_SPEC;
        }
        boolean ours = known != null
                && known.owner().filter(config.namespace()::equals).isPresent();
        return ours ? PoolStatusPlanner.Standing.FOLLOWED : PoolStatusPlanner.Standing.DECLARED_ELSEWHERE;
    }

    /** Only onto the very version that was looked at; whoever comes second looks again when it hears of the first. */
    private void write(RunnerPoolObject pool, PoolStatus status) {
        RunnerPoolObject next = new RunnerPoolObject();
        next.setMetadata(pool.getMetadata());
        next.setSpec(pool.getSpec());
        next.setStatus(status);
        try {
            pools().resource(next).updateStatus();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            LOG.debugf(
                    "Another one was first, the status is looked at again: pool=%s",
                    next.getMetadata().getName());
        }
    }

    private PoolDeclaration declaration(RunnerPoolObject pool) {
        PoolSpec spec = pool.getSpec();
        return new PoolDeclaration(
                pool.getMetadata().getNamespace(),
                pool.getMetadata().getUid(),
                pool.getMetadata().getGeneration(),
                spec.replicas(),
                Optional.ofNullable(spec.image()),
                client.getKubernetesSerialization().asJson(spec.ofPods()),
                PoolSpecCheck.fault(spec));
    }

    private Optional<RunnerPoolObject> live(String name) {
        return Optional.ofNullable(pools().withName(name).get());
    }

    private NonNamespaceOperation<
                    RunnerPoolObject, KubernetesResourceList<RunnerPoolObject>, Resource<RunnerPoolObject>>
            pools() {
        return client.resources(RunnerPoolObject.class).inNamespace(config.namespace());
    }
}
